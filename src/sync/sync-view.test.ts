import { expect, test } from 'vitest';
import type { KerbsideEvent } from '../domain/events.ts';
import type { StoredOperation } from '../domain/operation.ts';
import { EventHub } from '../operations/events.ts';
import { SyncView } from './sync-view.ts';

/** A view on a clock that is moved by hand. */
function viewed() {
  const due: (() => void)[] = [];
  const clock = {
    now: () => Date.parse('2026-05-01T10:00:00Z'),
    monotonic: () => 0,
    after: (_ms: number, work: () => void) => {
      due.push(work);
      return () => {};
    },
  };
  const notes: { last?: string } = {};
  const kept = {
    read: () => notes.last,
    write(time: string) {
      notes.last = time;
    },
  };
  const events = new EventHub({ post() {}, onMessage() {}, close() {} });
  const pass = () => {
    for (const work of due.splice(0)) work();
  };
  const open = () => new SyncView(events, clock, kept);
  return { view: open(), other: open(), open, notes, pass, events };
}

const photo = {
  id: 'op',
  inspectionId: 'i',
  kind: 'image.add',
  payload: { imageId: 'p' },
} as unknown as StoredOperation;

test('how far a photo is, is seen while nothing else happens, in this tab and in others', () => {
  const { view, other, pass } = viewed();
  const row = { operationId: 'op', inspectionId: 'i', kind: 'image.add' };
  view.sending(photo);
  pass();
  expect(other.inFlight).toEqual([row]);
  view.progressed(photo, 300, 1_000);
  pass();
  expect(view.inFlight).toEqual([{ ...row, sentBytes: 300, totalBytes: 1_000 }]);
  expect(other.inFlight).toEqual(view.inFlight);
  view.ended(photo, true);
  pass();
  expect(other).toMatchObject({ inFlight: [], lastSuccessAt: '2026-05-01T10:00:00.000Z' });
});

test('why all is held is known in every tab, until sending goes on; a tab of an older version tells no reason', () => {
  const { view, other, events } = viewed();
  const heldReason = { code: 'unauthorized', message: 'Token is expired', status: 401 };
  events.publish({ type: 'sync.held', reason: 'unauthorized', heldReason });
  for (const one of [view, other]) expect(one).toMatchObject({ held: 'unauthorized', heldReason });
  events.publish({ type: 'sync.resumed' });
  expect(other).toMatchObject({ held: null, heldReason: null });
  events.publish({ type: 'sync.held', reason: 'storage' } as KerbsideEvent);
  expect(other).toMatchObject({ held: 'storage', heldReason: null });
});

test('when something was delivered last is known to whoever opens the app later', () => {
  const { view, open, notes, pass } = viewed();
  expect(open().lastSuccessAt).toBeNull();
  view.sending(photo);
  view.ended(photo, true);
  pass();
  expect(open().lastSuccessAt).toBe('2026-05-01T10:00:00.000Z');
  notes.last = 'what somebody else wrote';
  expect(open().lastSuccessAt).toBeNull();
});
