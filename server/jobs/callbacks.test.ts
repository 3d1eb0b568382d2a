import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createOutbound } from '../net/outbound.ts';
import type { CallbackRequest } from '../store/follow-ups.ts';
import { startCallbackReceiver } from '../test-support/callback-receiver.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { type CallbackDeps, claimCallback, deliverCallback } from './callbacks.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('a callback that is due', () => {
  let database: Database;
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const outbound = (allowPrivate: boolean) =>
    createOutbound({ allowPrivate, maxBytes: 1_000, timeoutMs: 5_000 });

  beforeAll(async () => {
    database = await openReusedDatabase();
    await migrate(database);
  });
  afterAll(() => database.close());

  const body = { inspection_id: 'i', task_id: 't', task: 'images_ocr', status: 'DONE' as const, event: 'e' };
  const add = (id: string, request: Partial<CallbackRequest>) =>
    database.query('insert into callbacks (id, inspection_id, request) values ($1, $2, $3)', [
      id,
      'i',
      JSON.stringify({ headers: {}, body, ...request }),
    ]);
  const waiting = async () =>
    (await database.query<{ id: string; attempts: number }>('select id, attempts from callbacks')).map(
      ({ id, attempts }) => [id, attempts],
    );
  const letTimePass = () => database.query('update callbacks set run_after = now()');

  /** Whether there was one. */
  const deliverNext = async (deps: CallbackDeps) => {
    const due = await claimCallback(database);
    if (due) await deliverCallback(deps, due);
    return due !== undefined;
  };

  it('is tried again after a failure, later each time, under the same name', async () => {
    const receiver = await startCallbackReceiver([500, 302]);
    const deps = { database, outbound: outbound(true), log };
    await add('one', { url: receiver.url });
    expect(await deliverNext(deps)).toBe(true);
    expect(await waiting()).toEqual([['one', 1]]);
    expect(await deliverNext(deps)).toBe(false); // not before its time
    await letTimePass();
    await deliverNext(deps);
    await letTimePass();
    await deliverNext(deps);
    receiver.close();
    expect(await waiting()).toEqual([]);
    expect(receiver.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one', 'one']);
    expect(lines).toEqual([]);
  });

  it('is next before those that were tried more often, and not while another of its caller is under way', async () => {
    await database.query(
      `insert into inspections values ('i', 1, 'ada', 'o', 'TODO', false, '{}', '[]', '{}')`,
    );
    for (const id of ['old', 'new']) await add(id, { url: 'http://a.example/' });
    await database.query(
      `update callbacks set attempts = 1, run_after = now() - interval '1 hour' where id = 'old'`,
    );
    expect(await claimCallback(database, ['ada'])).toBeUndefined();
    expect(await claimCallback(database, ['bob'])).toMatchObject({ id: 'new', owner: 'ada', attempts: 1 });
    expect(await claimCallback(database)).toMatchObject({ id: 'old', attempts: 2 });
    await database.query('delete from callbacks');
    await database.query('delete from inspections');
  });

  it('is given up after four tries, and the log says so', async () => {
    const receiver = await startCallbackReceiver([500, 500, 500, 500, 500]);
    await add('two', { url: receiver.url });
    for (let tries = 0; tries < 5; tries += 1) {
      await deliverNext({ database, outbound: outbound(true), log });
      await letTimePass();
    }
    receiver.close();
    expect(receiver.received).toHaveLength(4);
    expect(await waiting()).toEqual([]);
    expect(lines.splice(0)).toEqual([expect.stringMatching(/given up after 4 tries: .*answered 500/)]);
  });

  it.each([
    ['a private address', { url: 'http://127.0.0.1:1/' }, /not a public address/],
    [
      'a header with a line break',
      { url: 'http://a.example/', headers: { 'X-A': 'a\r\nHost: b' } },
      /Invalid character/,
    ],
    ['no URL', { url: 'nonsense' }, /Invalid URL/],
  ])('never leads to %s', async (_, request, reason) => {
    await add('three', request);
    for (let tries = 0; tries < 4; tries += 1) {
      await deliverNext({ database, outbound: outbound(false), log });
      await letTimePass();
    }
    expect(lines.splice(0)).toEqual([expect.stringMatching(reason)]);
  });
});
