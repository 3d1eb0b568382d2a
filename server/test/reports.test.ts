import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_PERMISSIONS, OWN_PERMISSIONS, type RunningService } from '../index.ts';
import { openStorage } from '../open-storage.ts';
import { startServiceOn } from '../start-service.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { RenderReport } from '../store/reports.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { waitUntil } from '../test-support/wait-until.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

describe('the report of an inspection', () => {
  const stored = new Map<string, ArrayBuffer>();
  const blobs: BlobStore = {
    put: async (id, bytes) => void stored.set(id, bytes),
    get: async (id) => stored.get(id),
    delete: async (id) => void stored.delete(id),
  };
  const texts = () => [...stored.values()].map((bytes) => new TextDecoder().decode(bytes));
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
    stored.clear();
    path = `/inspections/${(await client.post('/inspections', { tasks: {} })).json.id}/pdf`;
  });

  const uploadPdf = async (text: string, headers = {}) => {
    const form = createForm({ pdf_post_strategy: 'upload' }, { pdf_data: `%PDF-1.7 ${text}` });
    expect((await client.post(path, form, headers)).status).toBe(200);
  };
  const requestPdf = async (language: string, headers = {}) => {
    expect((await client.post(path, { language }, headers)).status).toBe(200);
    await waitUntil(async () => expect((await client.get(path)).status).toBe(200));
  };

  it('replaces the previous one, which is deleted', async () => {
    await uploadPdf('one');
    await uploadPdf('two');
    expect(texts()).toEqual(['%PDF-1.7 two']);
    await uploadPdf('three', { 'Idempotency-Key': 'three' });
    expect(texts()).toEqual(['%PDF-1.7 three']);
    await requestPdf('fr');
    await requestPdf('en', { 'Idempotency-Key': 'en' });
    expect(texts()).toEqual(['%PDF-1.7 in en']);
    await uploadPdf('four');
    expect(texts()).toEqual(['%PDF-1.7 four']);
  });

  it('is one of several concurrent uploads; the others are deleted', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => uploadPdf(text)));
    expect(stored.size).toBe(1);
  });

  describe('of a vehicle with an earlier inspection', () => {
    const FLEET = 'fleet';
    const user = (id: string, permissions?: string[], organizationId: string | undefined = FLEET) =>
      createPlainClient(service, { id, organizationId }, permissions && { permissions });
    /** Returns the report of an inspection of `owner` related to `relatedId`, requested by `caller`. */
    const createReport = async (relatedId: string, owner: PlainClient, caller = owner, headers = {}) => {
      const { json } = await owner.post('/inspections', { tasks: {}, related_inspection_id: relatedId });
      const pdfPath = `/inspections/${json.id}/pdf`;
      expect((await caller.post(pdfPath, { language: 'fr' }, headers)).status).toBe(200);
      const response = await waitUntil(async () => {
        const current = await owner.get(pdfPath);
        expect(current.status).toBe(200);
        return current;
      });
      return new TextDecoder().decode((await owner.get(response.json.pdf_url)).bytes);
    };
    let ada: PlainClient;
    let before: string;
    beforeAll(async () => {
      ada = await user('ada');
      before = (await ada.post('/inspections', { tasks: {} })).json.id;
    });

    it('compares with it for its owner and for colleagues who may read it', async () => {
      const since = `%PDF-1.7 in fr since ${before}`;
      expect(await createReport(before, ada)).toBe(since);
      expect(await createReport(before, ada, ada, { 'Idempotency-Key': 'once' })).toBe(since);
      expect(await createReport(before, await user('bob'))).toBe(since);
    });

    it('omits it if the caller may not read it', async () => {
      for (const stranger of [await user('bob', OWN_PERMISSIONS), await user('mallory', undefined, 'rivals')])
        expect(await createReport(before, stranger)).toBe('%PDF-1.7 in fr');
    });

    it('omits it if only the caller, not the owner, may read it', async () => {
      const [mallory, root] = [
        await user('mallory', undefined, 'rivals'),
        await user('root', ALL_PERMISSIONS),
      ];
      expect(await createReport(before, mallory, root)).toBe('%PDF-1.7 in fr');
    });

    it('is made without it if it does not exist or was deleted', async () => {
      expect(await createReport('nowhere', ada)).toBe('%PDF-1.7 in fr');
      const deleted = (await ada.post('/inspections', { tasks: {} })).json.id;
      expect((await ada.delete(`/inspections/${deleted}`)).status).toBe(200);
      expect(await createReport(deleted, ada)).toBe('%PDF-1.7 in fr');
    });

    it('omits it if it belongs to another organization of the same owner', async () => {
      expect(await createReport(before, await user('ada', undefined, 'second job'))).toBe('%PDF-1.7 in fr');
    });
  });
});
