import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_PERMISSIONS, OWN_PERMISSIONS, type RunningService } from '../index.ts';
import { startServiceOn } from '../start-service.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { openStorage } from '../store/open-storage.ts';
import type { RenderReport } from '../store/reports.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { waitUntil } from '../test-support/wait-until.ts';

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
    const storage = await openStorage({}, openReusedDatabase);
    const renderReport: RenderReport = async (_state, _photo, { language }, { earlier } = {}) => {
      const since = earlier ? ` since ${earlier.inspection.id}` : '';
      return new TextEncoder().encode(`%PDF-1.7 in ${language}${since}`).buffer;
    };
    service = await startServiceOn({ ...storage, blobs }, { renderReport, pollMs: 20 });
    client = await createPlainClient(service, { id: 'ada' });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    kept.clear();
    path = `/inspections/${(await client.post('/inspections', { tasks: {} })).json.id}/pdf`;
  });

  const handOver = async (text: string, headers = {}) => {
    const form = createForm({ pdf_post_strategy: 'upload' }, { pdf_data: `%PDF-1.7 ${text}` });
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

  describe('of a vehicle that was inspected before', () => {
    const FLEET = 'fleet';
    const user = (id: string, permissions?: string[], organizationId: string | undefined = FLEET) =>
      createPlainClient(service, { id, organizationId }, permissions && { permissions });
    /** What the report says that `asking` asks for, of an inspection of `owner` that names this one. */
    const reported = async (named: string, owner: PlainClient, asking = owner, headers = {}) => {
      const { json } = await owner.post('/inspections', { tasks: {}, related_inspection_id: named });
      const place = `/inspections/${json.id}/pdf`;
      expect((await asking.post(place, { language: 'fr' }, headers)).status).toBe(200);
      const reply = await waitUntil(async () => {
        const got = await owner.get(place);
        expect(got.status).toBe(200);
        return got;
      });
      return new TextDecoder().decode((await owner.get(reply.json.pdf_url)).bytes);
    };
    let ada: PlainClient;
    let before: string;
    beforeAll(async () => {
      ada = await user('ada');
      before = (await ada.post('/inspections', { tasks: {} })).json.id;
    });

    it('is made with that inspection: its owner’s, or a colleague’s who may read it', async () => {
      const since = `%PDF-1.7 in fr since ${before}`;
      expect(await reported(before, ada)).toBe(since);
      expect(await reported(before, ada, ada, { 'Idempotency-Key': 'once' })).toBe(since);
      expect(await reported(before, await user('bob'))).toBe(since);
    });

    it('knows nothing of one that whoever asks may not read', async () => {
      for (const stranger of [await user('bob', OWN_PERMISSIONS), await user('mallory', undefined, 'rivals')])
        expect(await reported(before, stranger)).toBe('%PDF-1.7 in fr');
    });

    it('tells nobody through somebody who may read everything', async () => {
      const [mallory, root] = [
        await user('mallory', undefined, 'rivals'),
        await user('root', ALL_PERMISSIONS),
      ];
      expect(await reported(before, mallory, root)).toBe('%PDF-1.7 in fr');
    });

    it('is made without one that does not exist, and without one that was deleted', async () => {
      expect(await reported('nowhere', ada)).toBe('%PDF-1.7 in fr');
      const deleted = (await ada.post('/inspections', { tasks: {} })).json.id;
      expect((await ada.delete(`/inspections/${deleted}`)).status).toBe(200);
      expect(await reported(deleted, ada)).toBe('%PDF-1.7 in fr');
    });

    it('tells one organization nothing of what its owner inspected for another', async () => {
      expect(await reported(before, await user('ada', undefined, 'second job'))).toBe('%PDF-1.7 in fr');
    });
  });
});
