import { afterAll, beforeAll, expect } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import type { RunningService } from '../index.ts';
import { type PlainClient, plainClient, upload } from './plain-client.ts';
import { startService } from './start-service.ts';

const SLOW_START = 180_000;

/** What a body says of a photo that comes with it. */
export const UPLOADED = { strategy: 'upload_multipart_form_keys', file_key: 'image' };

/** A service for the tests of a file, and somebody who talks to it with `fetch` alone. */
export interface WireFixture {
  service: RunningService;
  client: PlainClient;
  photo: Uint8Array<ArrayBuffer>;
  /** Creates an inspection; answers its id. */
  createInspection(body?: object): Promise<string>;
  /** Adds the photo to an inspection; answers the image's id. */
  addPhoto(inspectionId: string, body?: object): Promise<string>;
}

/** Filled in before the first test of the file. */
export function useWireFixture(): WireFixture {
  const session = {
    async createInspection(body: object = { tasks: { damage_detection: {} } }) {
      const { status, json } = await session.client.post('/inspections', body);
      expect([status, Object.keys(json)]).toEqual([200, ['id']]);
      return json.id;
    },
    async addPhoto(inspectionId: string, body: object = {}) {
      const form = upload({ acquisition: UPLOADED, ...body }, { image: session.photo });
      const { status, json } = await session.client.post(`/inspections/${inspectionId}/images`, form);
      expect([status, Object.keys(json)]).toEqual([200, ['id']]);
      return json.id;
    },
  } as WireFixture;
  beforeAll(async () => {
    session.service = await startService();
    session.client = await plainClient(session.service, { id: 'ada', organizationId: 'fleet' });
    session.photo = await smallPhoto(1, 64, 48);
  }, SLOW_START);
  afterAll(() => session.service.close());
  return session;
}
