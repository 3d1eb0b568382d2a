import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../domain/fields.ts';
import { KerbsideError } from '../../errors.ts';
import type { RemotePort } from '../connection/remote-port.ts';
import { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { removeDuplicateImages, removeDuplicateInspections } from './duplicates.ts';
import { MARKER } from './operation-marker.ts';

interface ListedRecord {
  id: string;
  name?: string;
  additionalData?: JsonObject;
}

const markedBy = (operationId: string) => ({ additionalData: { [MARKER]: operationId } });
const createIds = () =>
  new RemoteIdMap('i', [
    { localId: 'here', remoteId: 'there', inspectionId: 'here', kind: 'inspection' },
    { localId: 'photo', remoteId: 'image', inspectionId: 'here', kind: 'image' },
  ]);

/** A service with these records, and the log of its requests. */
function createService(listed: readonly ListedRecord[], { images = {}, rejects = '' } = {}) {
  const requests: string[] = [];
  const respond =
    <T>(name: string, value: T) =>
    async (...args: unknown[]) => {
      requests.push([name, ...args.filter((one) => typeof one === 'string')].join(' '));
      if (name === rejects) throw new KerbsideError('forbidden', 'no', { details: { status: 403 } });
      return value;
    };
  const page = { data: listed, paging: { next: null } };
  const remote = {
    listImages: respond('listImages', page),
    listInspections: respond('listInspections', page),
    getInspection: respond('getInspection', { entities: { images } }),
    deleteImage: respond('deleteImage', {}),
    deleteInspection: respond('deleteInspection', {}),
  } as unknown as RemotePort;
  return { remote, requests };
}

describe('a duplicate image', () => {
  test('with the marker of one of ours is deleted, others are not', async () => {
    const { remote, requests } = createService([
      { id: 'other', name: 'left', ...markedBy('op2') },
      { id: 'image', name: 'left', ...markedBy('op1') },
      { id: 'plain', name: 'left' },
      { id: 'duplicate', name: 'left', ...markedBy('op1') },
    ]);
    await removeDuplicateImages('there', { remote, ids: createIds() });
    expect(requests).toEqual(['listImages there', 'deleteImage there duplicate']);
  });

  test('is recognized by its name if the service drops additional_data', async () => {
    const { remote, requests } = createService([
      { id: 'image', name: 'photo' },
      { id: 'duplicate', name: 'photo' },
    ]);
    await removeDuplicateImages('there', { remote, ids: createIds() });
    expect(requests).toContain('deleteImage there duplicate');
  });
});

describe('a duplicate inspection', () => {
  const listed = [
    { id: 'there', ...markedBy('op1') },
    { id: 'duplicate', ...markedBy('op1') },
    { id: 'other', ...markedBy('op2') },
  ];

  test('with the marker of ours is deleted', async () => {
    const { remote, requests } = createService(listed);
    await removeDuplicateInspections({ remote, ids: createIds() });
    expect(requests).toEqual(['listInspections', 'getInspection duplicate', 'deleteInspection duplicate']);
  });

  test('is searched for only once', async () => {
    const { remote, requests } = createService([]);
    const ids = createIds();
    for (let start = 0; start < 3; start += 1) await removeDuplicateInspections({ remote, ids });
    expect(requests).toEqual(['listInspections']);
  });

  test('is kept if it has an image', async () => {
    const { remote, requests } = createService(listed, { images: { some: {} } });
    await removeDuplicateInspections({ remote, ids: createIds() });
    expect(requests).toEqual(['listInspections', 'getInspection duplicate']);
  });
});

test.each(['listInspections', 'getInspection', 'deleteInspection'])(
  'resolves if the service rejects %s',
  async (rejects) => {
    const { remote } = createService(
      [
        { id: 'duplicate', ...markedBy('op1') },
        { id: 'there', ...markedBy('op1') },
      ],
      {
        rejects,
      },
    );
    await expect(removeDuplicateInspections({ remote, ids: createIds() })).resolves.toBeUndefined();
  },
);
