import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { RetrySchedule } from './retry-schedule.ts';

const GRACE_MS = 5_000;
const reason = { code: 'remote_unavailable', message: 'No network.' };

/** A schedule whose monotonic clock starts at 0 and whose wall clock starts at 1,000,000. */
function createSchedule() {
  const time = { elapsed: 0, wall: 1_000_000 };
  const clock = { now: () => time.wall, monotonic: () => time.elapsed, after: () => () => {} };
  return { time, schedule: new RetrySchedule(clock, () => 1, GRACE_MS) };
}

function createOperation(delivery?: Delivery, kind = 'image.add'): StoredOperation {
  const payload = { imageId: 'img' };
  return { id: 'op', sequence: 1, kind, inspectionId: 'i', payload, delivery } as unknown as StoredOperation;
}

const wait = (more: { isInDoubt?: boolean; minDelayMs?: number } = {}) =>
  ({ type: 'wait', reason, isInDoubt: false, minDelayMs: 0, isUnreachable: false, ...more }) as const;
const waiting = (until: number, status?: number): Delivery => ({
  state: 'waiting',
  attempts: 1,
  unanswered: false,
  until,
  reason: { ...reason, ...(status !== undefined && { status }) },
});

describe('getDueTime', () => {
  test('is 0 for an operation that was never tried', () => {
    expect(createSchedule().schedule.getDueTime(createOperation())).toBe(0);
  });

  test('collects results of the device for 2 s, unless the app wants everything sent', () => {
    const { schedule, time } = createSchedule();
    const results = createOperation(undefined, 'inspection.results');
    expect(schedule.getDueTime(results)).toBe(2_000);
    time.elapsed = 500;
    expect(schedule.getDueTime(results)).toBe(2_000);
    schedule.retryNow();
    expect(schedule.getDueTime(results)).toBe(0);
    const eager = createSchedule().schedule;
    eager.retryNow();
    expect(eager.getDueTime(results)).toBe(0);
    eager.endEagerness();
    expect(eager.getDueTime(results)).toBe(2_000);
  });

  test('grace periods and the delay of results would start again with the next sender, a stored delay would not', () => {
    const { schedule } = createSchedule();
    schedule.getDueTime(createOperation(waiting(1_030_000)));
    expect(schedule.restartableUntil).toBe(0);
    schedule.getDueTime({ ...createOperation(undefined, 'inspection.results'), sequence: 2 });
    expect(schedule.restartableUntil).toBe(2_000);
    schedule.retryNow();
    expect(schedule.restartableUntil).toBe(0);
    schedule.getDueTime({ ...createOperation({ ...waiting(1_000_100), unanswered: true }), sequence: 3 });
    schedule.retryNow();
    expect(schedule.restartableUntil).toBe(GRACE_MS);
  });

  test('takes the rest of a stored delay', () => {
    const { schedule } = createSchedule();
    expect(schedule.getDueTime(createOperation(waiting(1_030_000)))).toBe(30_000);
  });

  test('gives an operation in doubt the whole grace period, even if its stored delay is over', () => {
    const { schedule } = createSchedule();
    const inDoubt = { ...waiting(1_000_100), unanswered: true };
    expect(schedule.getDueTime(createOperation(inDoubt))).toBe(GRACE_MS);
  });

  test('is 0 for a create of a dead tab: it is reconciled at once', () => {
    const { schedule } = createSchedule();
    const orphan = createOperation({ state: 'sending', attempts: 1, unanswered: false });
    expect([schedule.isOrphaned(orphan), schedule.getDueTime(orphan)]).toEqual([true, 0]);
    schedule.startGracePeriod(orphan);
    expect([schedule.isOrphaned(orphan), schedule.getDueTime(orphan)]).toEqual([false, GRACE_MS]);
  });

  test('gives an update of a dead tab the grace period: there is nothing to reconcile', () => {
    const { schedule } = createSchedule();
    const update = createOperation(
      { state: 'sending', attempts: 1, unanswered: false },
      'inspection.vehicle',
    );
    expect([schedule.isOrphaned(update), schedule.getDueTime(update)]).toEqual([false, GRACE_MS]);
  });
});

describe('scheduleRetry', () => {
  test('doubles the delay, and returns the wall-clock time', () => {
    const { schedule } = createSchedule();
    expect(schedule.scheduleRetry(createOperation(), 1, wait()).until).toBe(1_001_000);
    expect(schedule.scheduleRetry(createOperation(), 4, wait()).until).toBe(1_008_000);
    expect(schedule.getDueTime(createOperation())).toBe(8_000);
  });

  test('waits at least for the grace period if the request may have been applied', () => {
    const { schedule } = createSchedule();
    schedule.scheduleRetry(createOperation(), 1, wait({ isInDoubt: true }));
    expect(schedule.getDueTime(createOperation())).toBe(GRACE_MS);
  });
});

describe('retryNow', () => {
  test('ends the backoff', () => {
    const { schedule, time } = createSchedule();
    schedule.scheduleRetry(createOperation(), 9, wait());
    time.elapsed = 100;
    schedule.retryNow();
    expect(schedule.getDueTime(createOperation())).toBeLessThanOrEqual(100);
  });

  test('does not shorten Retry-After or the grace period', () => {
    const { schedule } = createSchedule();
    schedule.scheduleRetry(createOperation(), 9, wait({ minDelayMs: 60_000 }));
    schedule.retryNow();
    expect(schedule.getDueTime(createOperation())).toBe(60_000);
    schedule.scheduleRetry(createOperation(), 9, wait({ isInDoubt: true }));
    schedule.retryNow();
    expect(schedule.getDueTime(createOperation())).toBe(60_000);
  });

  test('does not shorten a stored Retry-After of a 429', () => {
    const { schedule } = createSchedule();
    const limited = createOperation(waiting(1_060_000, 429));
    schedule.getDueTime(limited);
    schedule.retryNow();
    expect(schedule.getDueTime(limited)).toBe(60_000);
  });
});
