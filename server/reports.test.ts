import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningService } from './index.ts';
import { openStorage } from './open-storage.ts';
import { startServiceOn } from './start-service.ts';
import type { BlobStore } from './store/blob-store.ts';
import { type PlainClient, plainClient, upload } from './test-support/plain-client.ts';
import { openReused } from './test-support/reused-database.ts';
import { waitUntil } from './test-support/wait-until.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('the report of an inspection', () => {
  const kept = new Map<string, ArrayBuffer>();
  const blobs: BlobStore = {
    put: async (id, bytes) => void kept.set(id, bytes),
    get: async (id) => kept.get(id),
    delete: async (id) => void kept.delete(id),
  };
  const texts = () => [...kept.values()].map((bytes) => new TextDecoder().decode(bytes));
  let service: RunningService;
  let client: PlainClient;
  let path: string;

  beforeAll(async () => {
    const storage = await openStorage({}, openReused);
    const renderReport = async (_state: unknown, _photo: unknown, { language }: { language?: string }) =>
      new TextEncoder().encode(`%PDF-1.7 in ${language}`).buffer;
    service = await startServiceOn({ ...storage, blobs }, { renderReport, pollMs: 20 });
    client = await plainClient(service, { id: 'ada' });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    kept.clear();
    path = `/inspections/${(await client.post('/inspections', { tasks: {} })).json.id}/pdf`;
  });

  const handOver = async (text: string, headers = {}) => {
    const form = upload({ pdf_post_strategy: 'upload' }, { pdf_data: `%PDF-1.7 ${text}` });
    expect((await client.post(path, form, headers)).status).toBe(200);
  };
  const made = async (language: string, headers = {}) => {
    expect((await client.post(path, { language }, headers)).status).toBe(200);
    await waitUntil(async () => expect((await client.get(path)).status).toBe(200));
  };

  it('takes the place of the one before, of which nothing is kept', async () => {
    await handOver('one');
    await handOver('two');
    expect(texts()).toEqual(['%PDF-1.7 two']);
    await handOver('three', { 'Idempotency-Key': 'three' });
    expect(texts()).toEqual(['%PDF-1.7 three']);
    await made('fr');
    await made('en', { 'Idempotency-Key': 'en' });
    expect(texts()).toEqual(['%PDF-1.7 in en']);
    await handOver('four');
    expect(texts()).toEqual(['%PDF-1.7 four']);
  });

  it('is one of several that come at once, of which no other is kept', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => handOver(text)));
    expect(kept.size).toBe(1);
  });
});
