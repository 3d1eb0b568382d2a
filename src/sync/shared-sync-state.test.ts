import { expect, test } from 'vitest';
import type { KerbsideEvent } from '../domain/events.ts';
import type { StoredOperation } from '../domain/outbox/operation.ts';
import { EventHub } from '../operations/events.ts';
import { SharedSyncState } from './shared-sync-state.ts';

/** The states of two tabs, and timers that the test fires. */
function openTabs() {
  const due: (() => void)[] = [];
  const clock = {
    now: () => Date.parse('2026-05-01T10:00:00Z'),
    monotonic: () => 0,
    after: (_ms: number, work: () => void) => {
      due.push(work);
      return () => {};
    },
  };
  const stored: { last?: string } = {};
  const lastSuccess = {
    read: () => stored.last,
    write(time: string) {
      stored.last = time;
    },
  };
  const events = new EventHub({ post() {}, onMessage() {}, close() {} });
  const fireTimers = () => {
    for (const work of due.splice(0)) work();
  };
  const open = () => new SharedSyncState(events, clock, lastSuccess);
  return { state: open(), other: open(), open, stored, fireTimers, events };
}

const photo = {
  id: 'op',
  inspectionId: 'i',
  kind: 'image.add',
  payload: { imageId: 'p' },
} as unknown as StoredOperation;

test('shares the progress of an upload with all tabs', () => {
  const { state, other, fireTimers } = openTabs();
  const row = { operationId: 'op', inspectionId: 'i', kind: 'image.add' };
  state.addInFlight(photo);
  fireTimers();
  expect(other.inFlight).toEqual([row]);
  state.updateProgress(photo, 300, 1_000);
  fireTimers();
  expect(state.inFlight).toEqual([{ ...row, sentBytes: 300, totalBytes: 1_000 }]);
  expect(other.inFlight).toEqual(state.inFlight);
  state.removeInFlight(photo, true);
  fireTimers();
  expect(other).toMatchObject({ inFlight: [], lastSuccessAt: '2026-05-01T10:00:00.000Z' });
});

test('shares the hold reason until sending resumes, and accepts events of older versions without one', () => {
  const { state, other, events } = openTabs();
  const cause = { code: 'unauthorized', message: 'Token is expired', status: 401 };
  events.publish({ type: 'sync.paused', reason: 'unauthorized', cause });
  for (const one of [state, other]) expect(one).toMatchObject({ paused: 'unauthorized', pauseCause: cause });
  events.publish({ type: 'sync.resumed' });
  expect(other).toMatchObject({ paused: null, pauseCause: null });
  events.publish({ type: 'sync.paused', reason: 'storage' } as KerbsideEvent);
  expect(other).toMatchObject({ paused: 'storage', pauseCause: null });
});

test('keeps the time of the last delivery for the next page load', () => {
  const { state, open, stored, fireTimers } = openTabs();
  expect(open().lastSuccessAt).toBeNull();
  state.addInFlight(photo);
  state.removeInFlight(photo, true);
  fireTimers();
  expect(open().lastSuccessAt).toBe('2026-05-01T10:00:00.000Z');
  stored.last = 'not a date';
  expect(open().lastSuccessAt).toBeNull();
});
