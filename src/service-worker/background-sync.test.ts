import { expect, test } from 'vitest';
import type { SyncStatus } from '../domain/api/sync-status.ts';
import type { Kerbside } from '../kerbside.ts';
import { sendInBackground } from './background-sync.ts';

type Listener = (event: { tag: string; waitUntil(work: Promise<unknown>): void }) => void;

/** Starts background sync in a test scope, with a Kerbside whose flush leaves these operations. */
function startWorker(
  remaining: Partial<SyncStatus['operations']>,
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
  const operations = { queued: 0, sending: 0, waiting: 0, blocked: 0, ...remaining };
  const delivered = { ...operations, waiting: 0 };
  const flush = async () => {
    brokenConnections -= 1;
    const isUnreachable = operations.waiting > 0 && brokenConnections >= 0;
    const paused = isUnreachable ? 'unreachable' : null;
    return { operations: isUnreachable ? operations : delivered, ofOthers, paused } as SyncStatus;
  };
  const close = async () => void log.push('closed');
  const open = async () => ({ sync: { flush } as Kerbside['sync'], close });
  sendInBackground(open, { scope, ...(database !== undefined && { database }) });
  const wake = (tag: string) => {
    let work: Promise<unknown> | undefined;
    listener({ tag, waitUntil: (given) => (work = given) });
    return work;
  };
  return { log, wake };
}

test('sends when the sync event of its database fires, and closes the database', async () => {
  const { log, wake } = startWorker({});
  await wake('kerbside:kerbside');
  expect(log).toEqual(['sync', 'closed']);
});

test('ignores other tags', () => {
  const { log, wake } = startWorker({}, 'fleet');
  expect(wake('kerbside:kerbside')).toBeUndefined();
  expect(wake('mail')).toBeUndefined();
  expect(wake('kerbside:fleet')).toBeInstanceOf(Promise);
  expect(log).toEqual(['sync']);
});

test('rejects while operations remain, so that the browser retries', async () => {
  const { log, wake } = startWorker({ waiting: 3 });
  await expect(wake('kerbside:kerbside')).rejects.toThrow('3 operations are left: unreachable');
  expect(log).toEqual(['sync', 'closed']);
});

test('retries within the event if the service is unreachable', async () => {
  const { log, wake } = startWorker({ waiting: 3 }, undefined, { brokenConnections: 2 });
  await wake('kerbside:kerbside');
  expect(log).toEqual(['sync', 'closed']);
});

test('ignores the operations of other users', async () => {
  const others = startWorker({ queued: 2 }, undefined, { ofOthers: 2 });
  await expect(others.wake('kerbside:kerbside')).resolves.toBeUndefined();
});

test('resolves if only blocked operations remain: they wait for the user', async () => {
  await expect(startWorker({ blocked: 2 }).wake('kerbside:kerbside')).resolves.toBeUndefined();
});
