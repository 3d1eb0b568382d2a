import { describe, expect, test } from 'vitest';
import { createRemoteClient } from './client.ts';

const FAILED = { status: 500, body: { message: 'failed' } };
const CONFLICT = { status: 409, body: { message: 'no', code: 'task_transition' } };
const UPDATED = { status: 200, body: { id: 't' } };
const task = (status: string, args?: object) => ({
  status: 200,
  body: { id: 't', name: 'damage_detection', status, ...(args && { arguments: args }) },
});

/** Creates a client whose service returns the given responses in order. */
function createClient(responses: { status: number; body: unknown }[]) {
  const requests: string[] = [];
  const pauses: number[] = [];
  const client = createRemoteClient({
    baseUrl: 'https://api.test/v1/',
    getToken: () => 'token',
    fetch: async (url, { method }) => {
      requests.push(`${method} ${url.replace('https://api.test/v1/inspections/i/tasks/', '')}`);
      const { status, body } = responses.shift() ?? expect.unreachable();
      return new Response(JSON.stringify(body), { status });
    },
    sleep: async (milliseconds) => void pauses.push(milliseconds),
  });
  return { client, requests, pauses };
}

const start = { status: 'TODO' } as const;

describe('updateOne', () => {
  test('retries a 5xx 4 times, 1 s apart', async () => {
    const { client, pauses } = createClient([FAILED, FAILED, FAILED, FAILED, UPDATED, task('TODO')]);
    const { entities } = await client.tasks.updateOne('i', 'damage_detection', start);
    expect(Object.values(entities.tasks)[0]?.status).toBe('TODO');
    expect(pauses).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  test('throws after 5 attempts', async () => {
    const { client, requests } = createClient([FAILED, FAILED, FAILED, FAILED, FAILED]);
    const update = client.tasks.updateOne('i', 'damage_detection', start);
    await expect(update).rejects.toMatchObject({ code: 'remote_unavailable' });
    expect(requests).toHaveLength(5);
  });

  test('succeeds if a failed attempt was applied and the next one is rejected for that', async () => {
    const { client } = createClient([FAILED, CONFLICT, task('TODO'), task('TODO')]);
    expect((await client.tasks.updateOne('i', 'damage_detection', start)).result).toBe('t');
  });

  test('an edit that is rejected after a failed attempt succeeds only if the task has its arguments', async () => {
    const edit = { status: 'NOT_STARTED', arguments: { limit: 0.4 } } as const;
    const started = { status: 409, body: { message: 'started', code: 'task_started' } };
    const applied = task('TODO', edit.arguments);
    const { client } = createClient([FAILED, started, applied, applied]);
    expect((await client.tasks.updateOne('i', 'damage_detection', edit)).result).toBe('t');
    const other = createClient([FAILED, CONFLICT, task('NOT_STARTED', { limit: 0.3 })]);
    const rejected = other.client.tasks.updateOne('i', 'damage_detection', edit);
    await expect(rejected).rejects.toMatchObject({ code: 'task_transition' });
  });

  test('does not retry a rejected update', async () => {
    const { client, requests } = createClient([CONFLICT]);
    const update = client.tasks.updateOne('i', 'damage_detection', start);
    await expect(update).rejects.toMatchObject({ code: 'task_transition' });
    expect(requests).toEqual(['PATCH damage_detection']);
  });
});

describe('whenDone', () => {
  test('polls until the task has ended', async () => {
    const { client, pauses } = createClient([task('TODO'), FAILED, task('IN_PROGRESS'), task('DONE')]);
    expect((await client.tasks.whenDone('i', 'damage_detection')).result).toBe('t');
    expect(pauses).toEqual([1_000, 1_500, 2_250]);
  });

  test('throws task_failed if the task ends with an error', async () => {
    const { client } = createClient([task('ERROR')]);
    const waiting = client.tasks.whenDone('i', 'damage_detection');
    await expect(waiting).rejects.toMatchObject({ code: 'task_failed' });
  });
});

test('createRemoteClient rejects a base URL without scheme or with a query', () => {
  for (const baseUrl of ['api.test/v1', 'ftp://api.test', 'https://api.test?x=1', '']) {
    expect(() => createRemoteClient({ baseUrl, getToken: () => 'token' })).toThrow(
      expect.objectContaining({ code: 'invalid_input', details: { path: 'baseUrl' } }),
    );
  }
});
