import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../domain/fields.ts';
import { KerbsideError } from '../../errors.ts';
import { KnownIds } from '../outbox/remote-ids.ts';
import type { RemotePort } from '../sending/remote-port.ts';
import { removeTwinImages, removeTwinInspections } from './duplicates.ts';
import { MARKER } from './operation-marker.ts';

interface Listed {
  id: string;
  name?: string;
  additionalData?: JsonObject;
}

const madeBy = (operationId: string) => ({ additionalData: { [MARKER]: operationId } });
const known = () =>
  new KnownIds([
    { localId: 'here', remoteId: 'there', inspectionId: 'here', kind: 'inspection' },
    { localId: 'photo', remoteId: 'image', inspectionId: 'here', kind: 'image' },
  ]);

/** A service with these records, and what is asked of it. */
function service(listed: readonly Listed[], { images = {}, refuses = '' } = {}) {
  const asked: string[] = [];
  const answer =
    <T>(name: string, value: T) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args.filter((one) => typeof one === 'string')].join(' '));
      if (name === refuses) throw new KerbsideError('forbidden', 'no', { details: { status: 403 } });
      return value;
    };
  const page = { data: listed, paging: { next: null } };
  const remote = {
    listImages: answer('listImages', page),
    listInspections: answer('listInspections', page),
    getInspection: answer('getInspection', { entities: { images } }),
    deleteImage: answer('deleteImage', {}),
    deleteInspection: answer('deleteInspection', {}),
  } as unknown as RemotePort;
  return { remote, asked };
}

describe('an image', () => {
  test('that carries the operation of one of ours is deleted, others are not', async () => {
    const { remote, asked } = service([
      { id: 'other', name: 'left', ...madeBy('op2') },
      { id: 'image', name: 'left', ...madeBy('op1') },
      { id: 'plain', name: 'left' },
      { id: 'twin', name: 'left', ...madeBy('op1') },
    ]);
    await removeTwinImages('there', { remote, ids: known() });
    expect(asked).toEqual(['listImages there', 'deleteImage there twin']);
  });

  test('is known by its name where the service drops the app’s own data', async () => {
    const { remote, asked } = service([
      { id: 'image', name: 'photo' },
      { id: 'twin', name: 'photo' },
    ]);
    await removeTwinImages('there', { remote, ids: known() });
    expect(asked).toContain('deleteImage there twin');
  });
});

describe('an inspection', () => {
  const listed = [
    { id: 'there', ...madeBy('op1') },
    { id: 'twin', ...madeBy('op1') },
    { id: 'other', ...madeBy('op2') },
  ];

  test('that carries the operation of ours is deleted', async () => {
    const { remote, asked } = service(listed);
    await removeTwinInspections({ remote, ids: known() });
    expect(asked).toEqual(['listInspections', 'getInspection twin', 'deleteInspection twin']);
  });

  test('is looked for once', async () => {
    const { remote, asked } = service([]);
    const ids = known();
    for (let start = 0; start < 3; start += 1) await removeTwinInspections({ remote, ids });
    expect(asked).toEqual(['listInspections']);
  });

  test('is left alone when somebody has put a photo into it', async () => {
    const { remote, asked } = service(listed, { images: { some: {} } });
    await removeTwinInspections({ remote, ids: known() });
    expect(asked).toEqual(['listInspections', 'getInspection twin']);
  });
});

test.each(['listInspections', 'getInspection', 'deleteInspection'])(
  'a service that refuses %s holds nothing up',
  async (refuses) => {
    const { remote } = service(
      [
        { id: 'twin', ...madeBy('op1') },
        { id: 'there', ...madeBy('op1') },
      ],
      {
        refuses,
      },
    );
    await expect(removeTwinInspections({ remote, ids: known() })).resolves.toBeUndefined();
  },
);
