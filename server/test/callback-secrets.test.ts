import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { InspectionState } from '../../src/rules/state.ts';
import type { Database } from '../database/database.ts';
import { openStorage } from '../open-storage.ts';
import { type RunningService, startServiceOn } from '../start-service.ts';
import { moveCallbackHeaders } from '../store/callback-headers.ts';
import { migrate } from '../store/migrations.ts';
import { startCallbackReceiver } from '../test-support/callback-receiver.ts';
import { createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const SECRET = 'swordfish';

let database: Database;
let service: RunningService;
let client: PlainClient;
let receiver: Awaited<ReturnType<typeof startCallbackReceiver>>;

beforeAll(async () => {
  receiver = await startCallbackReceiver();
  database = await openReusedDatabase();
  await migrate(database);
  const storage = await openStorage({}, async () => database);
  service = await startServiceOn(storage, { allowPrivateUrls: true, pollMs: 50 });
  client = await createPlainClient(service, { id: 'ada' });
});
afterAll(async () => {
  await service.close();
  receiver.close();
});

const callback = () => ({
  url: receiver.url,
  headers: { 'X-Key': SECRET },
  callback_event: 'STATUS_SET_TO_DONE',
});

async function createInspection(): Promise<string> {
  const tasks = {
    images_ocr: { callbacks: [callback()] },
    human_in_the_loop: { callbacks: [callback()] },
  };
  return (await client.post('/inspections', { tasks })).json.id;
}

/** Returns everything that is stored, except the table of the sender. */
async function readRecords(): Promise<string> {
  const tables = ['inspections', 'callbacks', 'responses', 'operations', 'jobs'];
  const rows = await Promise.all(tables.map((table) => database.query(`select * from ${table}`)));
  return JSON.stringify(rows);
}

it('are sent to the receiver, and are in no response and in no record', async () => {
  const id = await createInspection();
  const responses = await Promise.all(
    ['', '?show_deleted_objects=true', '/tasks', '/tasks/images_ocr', '/tasks/human_in_the_loop'].map(
      async (path) => JSON.stringify((await client.get(`/inspections/${id}${path}`)).json),
    ),
  );
  responses.push(JSON.stringify((await client.get('/inspections?verbose=1')).json));
  for (const response of responses) expect(response).not.toContain(SECRET);
  expect(responses[0]).toContain(receiver.url);
  expect(await readRecords()).not.toContain(SECRET);
  expect((await client.patch(`/inspections/${id}/tasks/images_ocr`, { status: 'DONE' })).status).toBe(200);
  expect(await readRecords()).not.toContain(SECRET);
  await waitUntil(async () => expect(receiver.received).toHaveLength(1));
  expect(receiver.received[0]?.headers['x-key']).toBe(SECRET);
});

it('of an earlier version are moved out of the records, and still sent', async () => {
  const id = await createInspection();
  const [row] = await database.query<{ state: InspectionState }>(
    'select state from inspections where id = $1',
    [id],
  );
  const tasks = row?.state.tasks.map((task) => ({
    ...task,
    callbacks: task.callbacks?.map((one) => ({ ...one, headers: { 'X-Key': 'from before' } })),
  }));
  const state = JSON.stringify({ ...row?.state, tasks });
  await database.query('update inspections set state = $2 where id = $1', [id, state]);
  await database.query('delete from callback_headers where inspection_id = $1', [id]);
  await database.transaction(moveCallbackHeaders);
  expect(await readRecords()).not.toContain('from before');
  await client.patch(`/inspections/${id}/tasks/images_ocr`, { status: 'DONE' });
  await waitUntil(async () => expect(receiver.received.at(-1)?.headers['x-key']).toBe('from before'));
});
