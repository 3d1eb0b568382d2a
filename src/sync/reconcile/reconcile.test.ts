import { describe, expect, test } from 'vitest';
import type { RemoteId } from '../../domain/outbox/delivery.ts';
import type { OperationKind, StoredOperation } from '../../domain/outbox/operation.ts';
import type { RemotePort } from '../connection/remote-port.ts';
import { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { MARKER } from './operation-marker.ts';
import { findCreatedRecord } from './reconcile.ts';

const createIds = (...more: RemoteId[]) =>
  new RemoteIdMap('here', [
    { localId: 'here', remoteId: 'there', inspectionId: 'here', kind: 'inspection' },
    { localId: 'photo', remoteId: 'image', inspectionId: 'here', kind: 'image', scale: 0.5 },
    { localId: 'dent', remoteId: 'damage', inspectionId: 'here', kind: 'damage' },
    ...more,
  ]);

function operation(kind: OperationKind, payload: object, since?: string): StoredOperation {
  const delivery = { state: 'sending', attempts: 2, unanswered: true, ...(since !== undefined && { since }) };
  const who = { inspectionId: 'here', userId: 'ada', createdAt: '' };
  return { id: 'op1', sequence: 1, kind, payload, delivery, ...who } as unknown as StoredOperation;
}

/** A service with these records, newest first, 2 per page, and the cursors of its requests. */
function createList(records: readonly { id: string; name?: string; additionalData?: object }[]) {
  const cursors: (string | undefined)[] = [];
  const list = async ({ after }: { after?: string }) => {
    cursors.push(after);
    const from = after === undefined ? 0 : records.findIndex(({ id }) => id === after) + 1;
    const next = from + 2 < records.length ? 'more' : null;
    return { data: records.slice(from, from + 2), paging: { next } };
  };
  const sized = { imageWidth: 400, imageHeight: 300 };
  const remote = {
    listInspections: (query: object) => list(query),
    listImages: async (_id: string, query: object) => {
      const { data, paging } = await list(query);
      return { data: data.map((one) => ({ ...one, ...sized })), paging };
    },
  } as unknown as RemotePort;
  return { remote, cursors };
}

type RemoteRecord = { id: string; [field: string]: unknown };

/** A service whose inspection has these records. */
function createInspection(kind: 'damages' | 'views' | 'severityResults', records: readonly RemoteRecord[]) {
  const byId = Object.fromEntries(records.map((one) => [one.id, one]));
  const entities = { damages: {}, views: {}, severityResults: {}, [kind]: byId };
  return { getInspection: async () => ({ entities }) } as unknown as RemotePort;
}

const ours = { additionalData: { [MARKER]: 'op1' } };
const MODEL = { model: 'yolo', version: '1', engine: 'remote' };

describe('an inspection without a response', () => {
  const create = (since?: string) => operation('inspection.create', { input: { tasks: {} } }, since);

  test('is found by its marker on any page', async () => {
    const { remote } = createList([{ id: 'i4' }, { id: 'i3' }, { id: 'i2' }, { id: 'i1', ...ours }]);
    expect(await findCreatedRecord(create(), { remote, ids: createIds() })).toEqual({ remoteId: 'i1' });
  });

  test('is not searched for beyond an inspection that existed before the first attempt', async () => {
    const { remote, cursors } = createList([{ id: 'i4' }, { id: 'i3' }, { id: 'i2' }, { id: 'i1', ...ours }]);
    expect(await findCreatedRecord(create('i3'), { remote, ids: createIds() })).toBeUndefined();
    expect(cursors).toEqual([undefined]);
  });

  test('is searched for among the newest maxInspections', async () => {
    const { remote, cursors } = createList([{ id: 'i4' }, { id: 'i3' }, { id: 'i2' }, { id: 'i1', ...ours }]);
    expect(
      await findCreatedRecord(create(), { remote, ids: createIds(), maxInspections: 2 }),
    ).toBeUndefined();
    expect(cursors).toEqual([undefined]);
    expect(await findCreatedRecord(create(), { remote, ids: createIds(), maxInspections: 4 })).toEqual({
      remoteId: 'i1',
    });
  });

  test('is not found if no inspection has its marker', async () => {
    const { remote } = createList([{ id: 'i1', additionalData: { [MARKER]: 'op2' } }]);
    expect(await findCreatedRecord(create(), { remote, ids: createIds() })).toBeUndefined();
  });
});

describe('an image without a response', () => {
  const add = operation('image.add', { imageId: 'local', input: { name: 'left', tasks: [] } });

  test('is found by its marker, not by a name of the app, with its remote size', async () => {
    const { remote } = createList([
      { id: 'a', name: 'left' },
      { id: 'b', name: 'left' },
      { id: 'c', name: 'left', ...ours },
    ]);
    expect(await findCreatedRecord(add, { remote, ids: createIds() })).toEqual({
      remoteId: 'c',
      longerSide: 400,
    });
  });

  test('is found by its name if that is the local id', async () => {
    const { remote } = createList([
      { id: 'a', name: 'other' },
      { id: 'b', name: 'local' },
    ]);
    expect(await findCreatedRecord(add, { remote, ids: createIds() })).toMatchObject({ remoteId: 'b' });
  });
});

describe('a damage, view or severity without a response', () => {
  const damage = { damageType: 'dent', partType: 'hood' };
  // The photo was uploaded at half its size.
  const box = { xmin: 10, ymin: 20, width: 30, height: 40 };
  const remoteBox = { xmin: 5, ymin: 10, width: 15, height: 20 };
  const view = { imageId: 'image', damageId: 'damage', boundingBox: remoteBox };
  const kinds = [
    {
      what: 'damages',
      sent: operation('damage.create', { damageId: 'd1', input: damage }),
      same: damage,
      others: [
        { ...damage, damageType: 'scratch' },
        { ...damage, partType: 'roof' },
      ],
    },
    {
      what: 'views',
      sent: operation('view.create', {
        viewId: 'v1',
        imageId: 'photo',
        input: { imageId: 'photo', damageId: 'dent', boundingBox: box },
      }),
      same: view,
      others: [
        { ...view, imageId: 'another' },
        { ...view, damageId: 'another' },
        { ...view, boundingBox: { ...remoteBox, xmin: remoteBox.xmin + 2 } },
      ],
    },
    {
      what: 'severityResults',
      sent: operation('severity.create', { severityId: 's1', input: { label: 'hood', level: 2 } }),
      same: { label: 'hood' },
      others: [{ label: 'roof' }],
    },
  ] as const;

  describe.each(kinds)('in $what', ({ what, sent, same, others }) => {
    const find = (records: readonly RemoteRecord[], ids = createIds()) =>
      findCreatedRecord(sent, { remote: createInspection(what, records), ids });

    test('is the newest with the same content', async () => {
      const records = [
        { id: 'older', ...same, createdBy: 'user', createdAt: '1' },
        { id: 'newer', ...same, createdBy: 'user', createdAt: '2' },
      ];
      expect(await find(records)).toEqual({ remoteId: 'newer' });
      expect(await find(records.toReversed())).toEqual({ remoteId: 'newer' });
    });

    test('is none with other content', async () => {
      expect(
        await find(others.map((one, n) => ({ id: `o${n}`, ...one, createdBy: 'user' }))),
      ).toBeUndefined();
    });

    test('is none that has a local id: two records with the same content stay two', async () => {
      const ids = createIds({ localId: 'before', remoteId: 'r1', inspectionId: 'here', kind: 'damage' });
      const first = { id: 'r1', ...same, createdBy: 'user', createdAt: '2' };
      expect(await find([first], ids)).toBeUndefined();
      const second = { id: 'r2', ...same, createdBy: 'user', createdAt: '1' };
      expect(await find([first, second], ids)).toEqual({ remoteId: 'r2' });
    });

    test('is none that a model created or that was deleted', async () => {
      expect(await find([{ id: 'r1', ...same, createdBy: MODEL }])).toBeUndefined();
      expect(await find([{ id: 'r1', ...same, createdBy: 'user', deletedAt: 'then' }])).toBeUndefined();
    });
  });

  test('a view is found although the service rounds coordinates', async () => {
    const { sent, same } = kinds[1];
    const rounded = { ...same, boundingBox: { ...remoteBox, width: remoteBox.width + 1 } };
    const remote = createInspection('views', [{ id: 'r1', ...rounded, createdBy: 'user' }]);
    expect(await findCreatedRecord(sent, { remote, ids: createIds() })).toEqual({ remoteId: 'r1' });
  });
});

test('updates and deletes are not searched for, because they are idempotent', async () => {
  const remote = {} as RemotePort;
  const update = operation('severity.update', { severityId: 's1', input: { level: 3 } });
  expect(await findCreatedRecord(update, { remote, ids: createIds() })).toBeUndefined();
});
