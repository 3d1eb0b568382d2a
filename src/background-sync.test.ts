import { expect, test } from 'vitest';
import { sendInBackground } from './background-sync.ts';
import type { SyncStatus } from './domain/sync.ts';
import type { Kerbside } from './kerbside.ts';

type Listener = (event: { tag: string; waitUntil(work: Promise<unknown>): void }) => void;

/** A service worker's scope, as far as it is used, and a Kerbside that has so much left after a flush. */
function worker(
  left: Partial<SyncStatus['operations']>,
  database?: string,
  { brokenConnections = Infinity, ofOthers = 0 } = {},
) {
  const log: string[] = [];
  let listener: Listener = () => {};
  const scope = {
    addEventListener(type: string, added: Listener) {
      log.push(type);
      listener = added;
    },
  };
  const operations = { queued: 0, sending: 0, waiting: 0, blocked: 0, ...left };
  const none = { ...operations, waiting: 0 };
  const flush = async () => {
    brokenConnections -= 1;
    const isLeft = operations.waiting > 0 && brokenConnections >= 0;
    const held = isLeft ? 'unreachable' : null;
    return { operations: isLeft ? operations : none, ofOthers, held } as SyncStatus;
  };
  const open = async () => ({ sync: { flush } as Kerbside['sync'], close: () => void log.push('closed') });
  sendInBackground(open, { scope, ...(database !== undefined && { database }) });
  const wake = (tag: string) => {
    let work: Promise<unknown> | undefined;
    listener({ tag, waitUntil: (given) => (work = given) });
    return work;
  };
  return { log, wake };
}

test('sends when the browser wakes the worker for this database, and lets go of it', async () => {
  const { log, wake } = worker({});
  await wake('kerbside:kerbside');
  expect(log).toEqual(['sync', 'closed']);
});

test('leaves other tags to others', () => {
  const { log, wake } = worker({}, 'fleet');
  expect(wake('kerbside:kerbside')).toBeUndefined();
  expect(wake('mail')).toBeUndefined();
  expect(wake('kerbside:fleet')).toBeInstanceOf(Promise);
  expect(log).toEqual(['sync']);
});

test('fails while something is left, so that the browser tries again', async () => {
  const { log, wake } = worker({ waiting: 3 });
  await expect(wake('kerbside:kerbside')).rejects.toThrow('3 operations are left: unreachable');
  expect(log).toEqual(['sync', 'closed']);
});

test('tries again at once where a connection broke: the browser knows of a network', async () => {
  const { log, wake } = worker({ waiting: 3 }, undefined, { brokenConnections: 2 });
  await wake('kerbside:kerbside');
  expect(log).toEqual(['sync', 'closed']);
});

test('what other users recorded is not this one’s to send', async () => {
  const others = worker({ queued: 2 }, undefined, { ofOthers: 2 });
  await expect(others.wake('kerbside:kerbside')).resolves.toBeUndefined();
});

test('what is blocked waits for a person, not for the browser', async () => {
  await expect(worker({ blocked: 2 }).wake('kerbside:kerbside')).resolves.toBeUndefined();
});
