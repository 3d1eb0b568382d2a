import { type Logger, MemoryStore, openKerbside } from 'kerbside';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EventHub } from '../../../src/operations/events.ts';
import { logEvents } from '../../../src/operations/support/log-events.ts';
import { remoteSync } from '../../../src/sync/index.ts';

type Entry = [level: string, message: string, fields: Record<string, unknown>];

function createLogger() {
  const entries: Entry[] = [];
  const at = (level: string) => (message: string, fields: object) =>
    void entries.push([level, message, fields as Record<string, unknown>]);
  const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { entries, logger };
}

const find = (entries: Entry[], message: string) => entries.find(([, found]) => found === message);

test('the logger sees holds, retries and rejections of sync, without the query of an address', async () => {
  const { entries, logger } = createLogger();
  const responses = [
    () =>
      Promise.reject(new TypeError('fetch of https://api.example.org/v1/inspections?token=secret failed')),
    () => Promise.resolve(Response.json({ message: 'busy' }, { status: 500 })),
    () => Promise.resolve(Response.json({ message: 'no such plan' }, { status: 422 })),
  ];
  const kerbside = await openKerbside({
    user: { id: 'ann' },
    store: new MemoryStore(),
    logger,
    sync: remoteSync({
      baseUrl: 'https://api.example.org/v1',
      getToken: () => 'token',
      graceMs: 0,
      fetch: async (_url, { method = 'GET' } = {}) => {
        if (method === 'GET') return Response.json({ data: [], paging: {} });
        return (responses.length > 1 ? responses.shift() : responses[0])?.() ?? Response.error();
      },
    }),
  });
  onTestFinished(() => kerbside.close());
  await kerbside.inspections.createOne({ tasks: {} });
  await vi.waitFor(
    async () => {
      await kerbside.sync.flush();
      expect(find(entries, 'Operation rejected')).toBeDefined();
    },
    { timeout: 60_000 },
  );
  expect(find(entries, 'Sending paused')).toMatchObject([
    'warn',
    'Sending paused',
    { paused: 'unreachable' },
  ]);
  expect(find(entries, 'Operation is sent again')).toMatchObject([
    'warn',
    'Operation is sent again',
    { kind: 'inspection.create', attempts: expect.any(Number), delayMs: expect.any(Number) },
  ]);
  expect(find(entries, 'Operation rejected')?.[2]).toMatchObject({ kind: 'inspection.create', status: 422 });
  expect(JSON.stringify(entries)).not.toMatch(/secret|token=/);
});

test('the logger sees engines, and each download once at its begin and end', () => {
  const { entries, logger } = createLogger();
  const events = new EventHub({ post() {}, onMessage() {}, close() {} });
  let now = 0;
  const stop = logEvents(logger, events, () => now);
  events.emitLocal({ type: 'engine.chosen', models: ['damage'], engine: 'wasm' });
  events.emitLocal({ type: 'engine.downgraded', model: 'damage', engine: 'webgpu', reason: 'wrong outputs' });
  const file = 'https://cdn.example.org/damage.onnx?signature=secret';
  for (let receivedBytes = 10; receivedBytes <= 100; receivedBytes += 10) {
    now += 5;
    events.emitLocal({ type: 'model.progress', file, receivedBytes, totalBytes: 100 });
  }
  stop();
  events.emitLocal({ type: 'engine.chosen', models: ['damage'], engine: 'webgpu' });
  const shown = 'https://cdn.example.org/damage.onnx';
  expect(entries).toEqual([
    ['info', 'Engine chosen', { models: ['damage'], engine: 'wasm' }],
    ['warn', 'Engine failed', { model: 'damage', engine: 'webgpu', reason: 'wrong outputs' }],
    ['info', 'Download started', { file: shown, totalBytes: 100 }],
    ['info', 'Download finished', { file: shown, totalBytes: 100, durationMs: 45 }],
  ]);
});

test('console is a logger, and without a logger nothing is written', async () => {
  const writes = (['debug', 'info', 'warn', 'error', 'log'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  const analyzer = { analyze: async () => ({ createdBy: { model: 'a', version: '1', engine: 'none' } }) };
  const run = async (logger?: Logger) => {
    const options = { user: { id: 'ann' }, store: new MemoryStore(), analyzer };
    const kerbside = await openKerbside({ ...options, ...(logger && { logger }) });
    const { result: id } = await kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
    await kerbside.tasks.updateOne(id, 'wheel_analysis', { status: 'TODO' });
    await kerbside.tasks.whenDone(id, 'wheel_analysis');
    await kerbside.close();
    return id;
  };
  await run();
  for (const write of writes) expect(write).not.toHaveBeenCalled();
  const inspectionId = await run(console);
  const fields = { inspectionId, taskName: 'wheel_analysis', status: 'DONE' };
  expect(console.info).toHaveBeenCalledWith('Task updated', fields);
});
