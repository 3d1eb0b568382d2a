import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../src/operations/support/logger.ts';
import type { Database } from '../database/database.ts';
import { createOutbound, type Outbound } from '../net/outbound.ts';
import { storeCallbackHeaders } from '../store/callback-headers.ts';
import type { CallbackRequest } from '../store/follow-ups.ts';
import { migrate } from '../store/migrations.ts';
import { startCallbackReceiver } from '../test-support/callback-receiver.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { silentLogger } from '../test-support/silent-logger.ts';
import { type CallbackDeps, claimCallback, deliverCallback, startCallbackSender } from './callbacks.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const LEASE = { leaseMs: 60_000 };

describe('a due callback', () => {
  let database: Database;
  const entries: object[] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (message, fields) => void entries.push({ message, ...fields }),
  };
  const outbound = (allowPrivate: boolean, timeoutMs = 5_000) =>
    createOutbound({ allowPrivate, maxBytes: 1_000, timeoutMs });

  beforeAll(async () => {
    database = await openReusedDatabase();
    await migrate(database);
  });
  afterAll(() => database.close());

  const body = { inspection_id: 'i', task_id: 't', task: 'images_ocr', status: 'DONE' as const, event: 'e' };
  const add = async (id: string, request: Partial<CallbackRequest>, headers: Record<string, string> = {}) => {
    await storeCallbackHeaders(database, 'i', [{ taskName: body.task, position: 0, headers }]);
    await database.query('insert into callbacks (id, inspection_id, request) values ($1, $2, $3)', [
      id,
      'i',
      JSON.stringify({ position: 0, body, ...request }),
    ]);
  };
  const listWaiting = async () =>
    (await database.query<{ id: string; attempts: number }>('select id, attempts from callbacks')).map(
      ({ id, attempts }) => [id, attempts],
    );
  const makeDue = () => database.query('update callbacks set run_after = now()');

  /** Returns whether a callback was due. */
  const deliverNext = async (deps: CallbackDeps) => {
    const due = await claimCallback(database, LEASE);
    if (due) await deliverCallback(deps, due);
    return due !== undefined;
  };

  // Proves wire E6.
  it('is retried after a failure with growing delays and the same key', async () => {
    const receiver = await startCallbackReceiver([500, 302]);
    const deps = { database, outbound: outbound(true), logger };
    await add('one', { url: receiver.url });
    expect(await deliverNext(deps)).toBe(true);
    expect(await listWaiting()).toEqual([['one', 1]]);
    expect(await deliverNext(deps)).toBe(false); // it is not due yet
    await makeDue();
    await deliverNext(deps);
    await makeDue();
    await deliverNext(deps);
    receiver.close();
    expect(await listWaiting()).toEqual([]);
    expect(receiver.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one', 'one']);
    expect(entries).toEqual([]);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['never ends its body', (response) => void response.write('{')],
    ['closes the connection in its body', (response) => void response.write('{', () => response.destroy())],
  ])('is delivered if the receiver responds 200 and %s', async (_, respond) => {
    let received = 0;
    const receiver = createServer((request, response) => {
      received += 1;
      request.resume().on('end', () => respond(response));
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = receiver.address();
    await add('acknowledged', { url: `http://127.0.0.1:${typeof address === 'object' && address?.port}/` });
    await deliverNext({ database, outbound: outbound(true, 500), logger });
    receiver.closeAllConnections();
    receiver.close();
    const waiting = await listWaiting();
    await database.query('delete from callbacks');
    expect([received, waiting]).toEqual([1, []]);
  });

  it('comes before those with more attempts, and waits while its owner is busy', async () => {
    await database.query(
      `insert into inspections values ('i', 1, 'ada', 'o', 'TODO', false, '{}', '[]', '{}')`,
    );
    for (const id of ['old', 'new']) await add(id, { url: 'http://a.example/' });
    await database.query(
      `update callbacks set attempts = 1, run_after = now() - interval '1 hour' where id = 'old'`,
    );
    expect(await claimCallback(database, { ...LEASE, busyOwners: ['ada'] })).toBeUndefined();
    expect(await claimCallback(database, { ...LEASE, busyOwners: ['bob'] })).toMatchObject({
      id: 'new',
      owner: 'ada',
      attempts: 1,
    });
    expect(await claimCallback(database, LEASE)).toMatchObject({ id: 'old', attempts: 2 });
    await database.query('delete from callbacks');
    await database.query('delete from inspections');
  });

  it('is abandoned and logged after 4 attempts', async () => {
    const receiver = await startCallbackReceiver([500, 500, 500, 500, 500]);
    await add('two', { url: receiver.url });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await deliverNext({ database, outbound: outbound(true), logger });
      await makeDue();
    }
    receiver.close();
    expect(receiver.received).toHaveLength(4);
    expect(await listWaiting()).toEqual([]);
    expect(entries.splice(0)).toEqual([
      {
        message: 'Callback abandoned',
        id: 'two',
        inspectionId: 'i',
        attempts: 4,
        reason: expect.stringMatching(/responded 500/),
      },
    ]);
    expect(await database.query('select kind, subject, attempts, last_error from dead_jobs')).toEqual([
      { kind: 'callback', subject: 'two', attempts: 4, last_error: expect.stringMatching(/responded 500/) },
    ]);
  });

  it.each([
    ['a private address', { url: 'http://127.0.0.1:1/' }, {}, /not public or cannot be reached/],
    [
      'a header with a line break',
      { url: 'http://a.example/' },
      { 'X-A': 'a\r\nHost: b' },
      /Invalid character/,
    ],
    ['no URL', { url: 'nonsense' }, {}, /Invalid URL/],
  ])('is not sent to %s', async (_, request, headers, reason) => {
    await add('three', request, headers);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await deliverNext({ database, outbound: outbound(false), logger });
      await makeDue();
    }
    expect(entries.splice(0)).toMatchObject([{ reason: expect.stringMatching(reason) }]);
  });
});

vi.setConfig({ testTimeout: 10_000, hookTimeout: 180_000 });

let database: Database;
beforeAll(async () => {
  database = await openReusedDatabase();
  await migrate(database);
});
afterAll(() => database.close());

it('ends a delivery that outlasts the time to end. It is due again at once, and is no failed attempt', async () => {
  await database.query(`insert into callbacks (id, inspection_id, request) values ('one', 'i', $1)`, [
    JSON.stringify({ url: 'http://a.example/', position: 0, body: { task: 'images_ocr' } }),
  ]);
  const failures: string[] = [];
  await new Promise<void>((closed) => {
    const outbound: Outbound = (_url, { signal } = {}) => {
      void sender.close().then(closed);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    const sender = startCallbackSender(
      { database, outbound, logger: silentLogger, onFailure: () => failures.push('failed') },
      { pollMs: 60_000, leaseMs: 60_000, drainMs: 0 },
    );
  });
  expect(failures).toEqual([]);
  expect(await database.query('select id, attempts, run_after <= now() as "isDue" from callbacks')).toEqual([
    { id: 'one', attempts: 0, isDue: true },
  ]);
});
