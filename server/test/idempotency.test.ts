import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { type RunningService, startService } from '../index.ts';
import { onEachDatabase } from '../test-support/databases.ts';
import { createFullInspection } from '../test-support/full-inspection.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

onEachDatabase('a request with an Idempotency-Key', (where) => {
  let folder: string;
  let service: RunningService;
  let client: PlainClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-idempotency-'));
    service = await startService({ ...where(), data: folder, log: () => {} });
    client = await createPlainClient(service, { id: 'ada', organizationId: 'fleet' });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const key = (name: string = crypto.randomUUID()) => ({ 'Idempotency-Key': name });
  const total = async () => (await client.get('/inspections/count')).json.total;
  const image = async (seed: number) =>
    createForm({ acquisition: { file_key: 'image' } }, { image: await smallPhoto(seed) });

  it('is applied once if it is repeated', async () => {
    const before = await total();
    const same = key();
    const first = await client.post('/inspections', { tasks: { images_ocr: {} } }, same);
    const again = await client.post('/inspections', { tasks: { images_ocr: {} } }, same);
    expect([first.status, again.status, again.json]).toEqual([200, 200, first.json]);
    expect(await total()).toBe(before + 1);
  });

  it('is applied once if it is repeated concurrently', async () => {
    const { inspection_id } = await createFullInspection(client);
    const path = `/inspections/${inspection_id}`;
    const before = (await client.get(path)).json;
    const [photoKey, damageKey] = [key(), key()];
    // A form gets a new boundary each time it is sent, but the request is the same.
    const responses = await Promise.all(
      Array.from({ length: 8 }, async () => [
        (await client.post(`${path}/images`, await image(5), photoKey)).json.id,
        (await client.post(`${path}/damages`, { damage_type: 'dent', part_type: 'roof' }, damageKey)).json.id,
      ]),
    );
    expect(new Set(responses.map(([imageId]) => imageId)).size).toBe(1);
    expect(new Set(responses.map(([, damageId]) => damageId)).size).toBe(1);
    const { json } = await client.get(path);
    expect(json.images).toHaveLength(before.images.length + 1);
    expect(json.damages).toHaveLength(before.damages.length + 1);
    expect((await client.get(`/images/${responses[0]?.[0]}/photo`)).status).toBe(200);
  });

  it('can be repeated after a failure', async () => {
    const same = key();
    const invalid = await client.post('/inspections', { tasks: { polish: {} } }, same);
    expect(invalid.status).toBe(400);
    expect((await client.post('/inspections', { tasks: {} }, same)).status).toBe(200);
  });

  it('is rejected with the key of a different request', async () => {
    const same = key();
    await client.post('/inspections', { tasks: {} }, same);
    const { status, json } = await client.post('/inspections', { tasks: { images_ocr: {} } }, same);
    expect([status, json.message]).toEqual([409, 'This Idempotency-Key was used for a different request.']);
    const { inspection_id } = await createFullInspection(client);
    const elsewhere = await client.post(`/inspections/${inspection_id}/damages`, { tasks: {} }, same);
    expect(elsewhere.status).toBe(409);
  });

  it('has a key that is scoped to its user', async () => {
    const same = key();
    const other = await createPlainClient(service, { id: 'bob' });
    const mine = await client.post('/inspections', { tasks: {} }, same);
    const theirs = await other.post('/inspections', { tasks: {} }, same);
    expect(theirs.json.id).not.toBe(mine.json.id);
  });

  it.each(['', 'x'.repeat(256), 'two words'])(
    'must have a key of visible characters: not "%s"',
    async (name) => {
      const { status } = await client.post('/inspections', { tasks: {} }, key(name));
      expect(status).toBe(400);
    },
  );
});
