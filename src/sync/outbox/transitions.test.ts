import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { isInDoubt, toBlocked, toQueued, toSending, toWaiting } from './transitions.ts';

const reason = { code: 'remote_unavailable', message: 'No network.' };

function createOperation(delivery?: Delivery, kind = 'inspection.create'): StoredOperation {
  return { id: 'op', kind, inspectionId: 'i', delivery } as StoredOperation;
}

const sending: Delivery = { state: 'sending', attempts: 1, unanswered: false };
const unanswered: Delivery = { state: 'waiting', attempts: 1, unanswered: true, until: 9, reason };

describe('toSending', () => {
  test('counts the attempt', () => {
    expect(toSending(createOperation(), undefined)).toEqual(sending);
    expect(toSending(createOperation(unanswered), undefined)).toMatchObject({ attempts: 2 });
  });

  test('stores the newest inspection only with the first attempt of a create', () => {
    expect(toSending(createOperation(), 'r1')).toMatchObject({ since: 'r1' });
    expect(toSending(createOperation({ ...unanswered, since: 'r1' }), 'r2')).toMatchObject({ since: 'r1' });
    expect(toSending(createOperation(unanswered), 'r2')).not.toHaveProperty('since');
    expect(toSending(createOperation(undefined, 'damage.create'), 'r1')).not.toHaveProperty('since');
  });

  test('keeps an earlier attempt in doubt, also one of a tab that died while it was sending', () => {
    for (const delivery of [unanswered, sending])
      expect(toSending(createOperation(delivery), undefined)).toMatchObject({ unanswered: true });
  });
});

test('toQueued does not change attempts and doubt', () => {
  expect(toQueued(createOperation())).toEqual({ state: 'queued', attempts: 0, unanswered: false });
  expect(toQueued(createOperation(unanswered))).toEqual({ state: 'queued', attempts: 1, unanswered: true });
});

describe('toWaiting', () => {
  test('is in doubt only if this attempt or an earlier one may have been applied', () => {
    const wait = (delivery: Delivery, isInDoubt: boolean) =>
      toWaiting(createOperation(delivery), { until: 5, delayMs: 2, reason, isInDoubt });
    expect(wait(sending, false)).toMatchObject({ state: 'waiting', until: 5, reason, unanswered: false });
    expect(wait(sending, true)).toMatchObject({ unanswered: true });
    expect(wait({ ...sending, unanswered: true }, false)).toMatchObject({ unanswered: true });
  });
});

test('toBlocked ends the doubt of earlier attempts if the request was sent', () => {
  const operation = createOperation({ ...sending, unanswered: true });
  expect(toBlocked(operation, reason, false)).toMatchObject({ state: 'blocked', unanswered: false, reason });
  expect(toBlocked(operation, reason, true)).toMatchObject({ unanswered: true });
});

test('an operation is in doubt while it is sending, and after a request without a response', () => {
  expect([undefined, sending, unanswered].map(isInDoubt)).toEqual([false, true, true]);
  expect(isInDoubt({ state: 'queued', attempts: 1, unanswered: false })).toBe(false);
});
