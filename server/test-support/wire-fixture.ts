import { afterAll, beforeAll, expect } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { RunningService } from '../index.ts';
import { createForm, createPlainClient, type PlainClient } from './plain-client.ts';
import { startService } from './start-service.ts';

const SLOW_START = 180_000;

/** The `acquisition` of a photo that is part of the request. */
export const UPLOADED = { strategy: 'upload_multipart_form_keys', file_key: 'image' };

/** A service for one test file, and a client that uses only `fetch`. */
export interface WireFixture {
  service: RunningService;
  client: PlainClient;
  photo: Uint8Array<ArrayBuffer>;
  /** Creates an inspection and returns its id. */
  createInspection(body?: object): Promise<string>;
  /** Adds the photo to an inspection and returns the image's id. */
  addPhoto(inspectionId: string, body?: object): Promise<string>;
}

/** Starts the service before the first test of the file. */
export function useWireFixture(): WireFixture {
  const fixture = {
    async createInspection(body: object = { tasks: { damage_detection: {} } }) {
      const { status, json } = await fixture.client.post('/inspections', body);
      expect([status, Object.keys(json)]).toEqual([200, ['id']]);
      return json.id;
    },
    async addPhoto(inspectionId: string, body: object = {}) {
      const form = createForm({ acquisition: UPLOADED, ...body }, { image: fixture.photo });
      const { status, json } = await fixture.client.post(`/inspections/${inspectionId}/images`, form);
      expect([status, typeof json.id]).toEqual([200, 'string']);
      return json.id;
    },
  } as WireFixture;
  beforeAll(async () => {
    fixture.service = await startService();
    fixture.client = await createPlainClient(fixture.service, { id: 'ada', organizationId: 'fleet' });
    fixture.photo = await smallPhoto(1, 64, 48);
  }, SLOW_START);
  afterAll(() => fixture.service.close());
  return fixture;
}
