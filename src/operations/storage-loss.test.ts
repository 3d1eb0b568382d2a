import { describe, expect, test } from 'vitest';
import { commitOf, stateOf } from '../../test/fixtures/databases/records.ts';
import type { EventOf } from '../domain/events.ts';
import { detectStorageLoss, emitStorageLoss } from './storage-loss.ts';
import { createTestHost } from './test-host.suite.ts';

const SINCE = '2026-01-02T03:04:05.000Z';

/** Opens a device whose notes outlive its store. */
async function openDevice({ notes = new Map<string, string>(), hasInspection = false } = {}) {
  const host = createTestHost({
    now: () => Date.parse(SINCE),
    notes: {
      read: (name) => notes.get(name),
      write: (name, text) => void (text === undefined ? notes.delete(name) : notes.set(name, text)),
    },
  });
  if (hasInspection) await host.store.commit(commitOf(stateOf('a')));
  await detectStorageLoss(host, 'db');
  return { host, notes };
}

describe('storage loss', () => {
  test('is not reported for a new device', async () => {
    const { host, notes } = await openDevice();
    expect(host.lostSince).toBeUndefined();
    expect(notes.size).toBe(0);
  });

  test('is reported if there is a note and no inspection', async () => {
    const { host } = await openDevice({ notes: new Map([['db', SINCE]]) });
    expect(host.lostSince).toBe(SINCE);
    const lost = new Promise<EventOf<'storage.lost'>>((resolve) => host.events.on('storage.lost', resolve));
    emitStorageLoss(host);
    expect(await lost).toEqual({ type: 'storage.lost', since: SINCE });
  });

  test('is not reported while an inspection exists; the note is written if it is missing', async () => {
    const { host, notes } = await openDevice({ hasInspection: true });
    expect(host.lostSince).toBeUndefined();
    expect(notes.get('db')).toBe(SINCE);
  });

  test('is not reported after the app purged its last inspection', async () => {
    const { host, notes } = await openDevice({ hasInspection: true });
    await host.store.purge('a');
    host.events.publish({ type: 'inspection.purged', inspectionId: 'a' });
    await expect.poll(() => notes.size).toBe(0);
  });
});
