import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRemoteClient } from '../../../src/remote/client.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { ScriptedService } from '../support/scripted-service.ts';

/** How the client builds the responses of the specification, and how long it waits. */

let service: ScriptedService;
const slept: number[] = [];
const client = () =>
  createRemoteClient({
    baseUrl: service.baseUrl,
    getToken: () => 'a.b.c',
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
  });
beforeEach(async () => {
  service = await ScriptedService.start();
});
afterEach(() => service.stop());

const inspection = {
  id: 'i-1',
  damages: [{ id: 'd-1', damage_type: 'dent', part_type: 'hood', part_ids: ['part-1'] }],
  parts: [{ id: 'part-1', part_type: 'hood', damage_ids: ['d-1'] }],
};
const task = (status: string, more: object = {}) => ({
  body: { id: 't-1', name: 'damage_detection', status, ...more },
});

describe('the response', () => {
  // Proves wire A9.
  test('of a create is read from the service after it', async () => {
    service.script({ body: { id: 'd-1' } }, { body: inspection });
    const { result, entities } = await client().damages.createOne('i-1', {
      damageType: 'dent',
      partType: 'hood',
    });
    expect(service.lines).toEqual(['POST /inspections/i-1/damages', 'GET /inspections/i-1']);
    expect(result).toBe('d-1');
    expect(entities.damages).toEqual({
      'd-1': expect.objectContaining({ partType: 'hood', parts: ['part-1'] }),
    });
    expect(entities.parts).toEqual({});
  });

  // Proves spec 4.20.
  test('of deleting a damage contains its parts, which are read before', async () => {
    service.script({ body: inspection }, { body: { id: 'd-1' } });
    const { entities } = await client().damages.deleteOne('i-1', 'd-1');
    expect(service.lines).toEqual(['GET /inspections/i-1', 'DELETE /inspections/i-1/damages/d-1']);
    expect(entities.damages).toEqual({ 'd-1': { id: 'd-1', deleted: true, parts: ['part-1'] } });
  });

  test('is rejected if it names records that the inspection does not have', async () => {
    service.script({ body: { id: 'd-9' } }, { body: inspection });
    const call = client().damages.createOne('i-1', { damageType: 'dent', partType: 'hood' });
    expect(await rejection(call)).toMatchObject({ code: 'remote_invalid', details: { id: 'd-9' } });
  });

  // Proves wire A9.
  test('causes no read if none is needed', async () => {
    service.script({ body: { id: 'i-1' } });
    await client().inspections.addAdditionalData('i-1', { comment: 'c' });
    await client().inspections.deleteOne('i-1');
    await client().images.deleteOne('i-1', 'p-1');
    expect(service.lines).toHaveLength(3);
  });
});

describe('bad input is rejected before a request is sent', () => {
  const rows: [string, (remote: ReturnType<typeof client>) => Promise<unknown>, string][] = [
    [
      'a wrong enum',
      (remote) => remote.severities.createOne('i-1', JSON.parse('{"label":"wing"}')),
      'severity.label',
    ],
    ['no photo', (remote) => remote.images.addOne('i-1', {}), 'photo'],
    ['a photo that is none', (remote) => remote.images.addOne('i-1', {}, JSON.parse('7')), 'photo'],
    [
      'a blob URL, which the service cannot fetch',
      (remote) => remote.images.addOne('i-1', { acquisition: { url: 'blob:https://app/1' } }),
      'image.acquisition.url',
    ],
    [
      'a file key that is the body’s own',
      (remote) =>
        remote.inspections.createOne(
          { tasks: {}, images: [{ acquisition: { fileKey: 'json' } }] },
          { photos: { json: new Blob(['x']) } },
        ),
      'inspection.images[0].acquisition.fileKey',
    ],
    ['an id that is a path', (remote) => remote.images.getOne('i-1', '../i-2'), 'imageId'],
  ];
  test.each(rows)('%s', async (_what, call, path) => {
    service.script({ body: {} });
    expect(await rejection(call(client()))).toMatchObject({ code: 'invalid_input', details: { path } });
    expect(service.lines).toEqual([]);
  });
});

describe('the update of a task', () => {
  const failure = { status: 500, body: { message: 'now and then' } };

  // Proves wire E4.
  test('is retried 4 times if the service fails', async () => {
    slept.length = 0;
    service.script(failure, failure, failure, failure, { body: { id: 't-1' } }, task('TODO'));
    const { result } = await client().tasks.updateOne('i-1', 'damage_detection', { status: 'TODO' });
    expect(result).toBe('t-1');
    expect(slept).toEqual([1_000, 1_000, 1_000, 1_000]);
    service.script(failure);
    const update = client().tasks.updateOne('i-1', 'damage_detection', { status: 'TODO' });
    expect(await rejection(update)).toMatchObject({ code: 'remote_unavailable', details: { status: 500 } });
    expect(service.lines).toHaveLength(5);
  });

  test.each([{ message: 'started' }, { message: 'started', code: 'task_transition' }])(
    'that failed but was applied succeeds: %j',
    async (body) => {
      service.script(failure, { status: 409, body }, task('IN_PROGRESS'));
      const update = client().tasks.updateOne('i-1', 'damage_detection', { status: 'TODO' });
      expect((await update).result).toBe('t-1');
      service.script(failure, { status: 409, body }, task('NOT_STARTED'));
      const rejected = client().tasks.updateOne('i-1', 'damage_detection', { status: 'TODO' });
      expect(await rejection(rejected)).toMatchObject({ details: { status: 409 } });
    },
  );

  test('is not retried if the service rejects it', async () => {
    service.script({ status: 409, body: { message: 'started' } });
    const update = client().tasks.updateOne('i-1', 'damage_detection', { status: 'TODO' });
    expect(await rejection(update)).toMatchObject({ code: 'remote_refused' });
    expect(service.lines).toHaveLength(1);
  });
});

describe('waiting for a task', () => {
  // Proves wire E5.
  test('polls with increasing delays, never concurrently, and continues after transient errors', async () => {
    slept.length = 0;
    const busy = { status: 503, headers: { 'retry-after': '9' }, body: { message: 'busy' } };
    const looks = [task('TODO'), task('IN_PROGRESS'), busy, task('IN_PROGRESS'), task('IN_PROGRESS')];
    service.script(...looks, task('DONE'));
    const { entities } = await client().tasks.whenDone('i-1', 'damage_detection');
    expect(entities.tasks['t-1']).toMatchObject({ status: 'DONE', inspectionId: 'i-1' });
    expect(slept).toEqual([1_000, 1_500, 9_000, 3_375, 5_000]);
    expect(new Set(service.lines)).toEqual(new Set(['GET /inspections/i-1/tasks/damage_detection']));
  });

  test('rejects with the reason if the task fails', async () => {
    service.script(
      task('ERROR', { error_messages: [{ id: 'e', message: 'no wheels', created_at: 'then' }] }),
    );
    expect(await rejection(client().tasks.whenDone('i-1', 'damage_detection'))).toMatchObject({
      code: 'task_failed',
      message: expect.stringContaining('no wheels'),
    });
  });

  test('rejects if the service rejects the request', async () => {
    service.script({ status: 404, body: { message: 'gone' } });
    expect(await rejection(client().tasks.whenDone('i-1', 'damage_detection'))).toMatchObject({
      code: 'not_found',
    });
  });

  test('rejects on abort and on timeout', async () => {
    const stop = new AbortController();
    service.script(() => {
      stop.abort();
      return task('TODO');
    });
    const waiting = client().tasks.whenDone('i-1', 'damage_detection', { signal: stop.signal });
    expect(await rejection(waiting)).toMatchObject({ code: 'aborted' });
    const real = createRemoteClient({ baseUrl: service.baseUrl, getToken: () => 'a' });
    service.script(task('TODO'));
    expect(await rejection(real.tasks.whenDone('i-1', 'damage_detection', { timeoutMs: 20 }))).toMatchObject({
      code: 'timeout',
      details: { timeoutMs: 20 },
    });
  });
});

describe('a report', () => {
  const ready = { body: { id: 'r-1', pdf_url: 'https://example.org/r-1.pdf' } };

  // Proves wire A8, wire H2.
  test('is polled until it is ready', async () => {
    slept.length = 0;
    service.script({ status: 422, body: { message: 'PDF is not ready' } }, ready);
    expect(await client().reports.whenReady('i-1')).toEqual({ id: 'r-1', pdfUrl: ready.body.pdf_url });
    expect(slept).toEqual([2_000]);
  });

  // Proves wire H2.
  test('that was not requested rejects immediately', async () => {
    const message = 'PDF has not been required to be generated';
    service.script({ status: 422, body: { message } });
    expect(await rejection(client().reports.whenReady('i-1'))).toMatchObject({
      code: 'report_not_ready',
      retryable: false,
      details: { requested: false, status: 422 },
    });
  });

  test('is requested in English and without prices by default', async () => {
    service.script({ body: { id: 'r-1' } });
    await client().reports.request('i-1');
    expect(service.received[0]?.body).toEqual({ pricing: false, language: 'en' });
  });
});
