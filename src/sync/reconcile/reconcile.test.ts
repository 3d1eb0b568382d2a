import { describe, expect, test } from 'vitest';
import type { OperationKind, StoredOperation } from '../../domain/operation.ts';
import { KnownIds } from '../outbox/remote-ids.ts';
import type { RemotePort } from '../sending/remote-port.ts';
import { MARKER } from './operation-marker.ts';
import { findSent } from './reconcile.ts';

const here = { inspectionId: 'here', kind: 'inspection' as const };
const known = (...more: ConstructorParameters<typeof KnownIds>[0]) =>
  new KnownIds([
    { localId: 'here', remoteId: 'there', ...here },
    { localId: 'photo', remoteId: 'image', inspectionId: 'here', kind: 'image', scale: 0.5 },
    { localId: 'dent', remoteId: 'damage', inspectionId: 'here', kind: 'damage' },
    ...more,
  ]);

function operation(kind: OperationKind, payload: object, since?: string): StoredOperation {
  const delivery = { state: 'sending', attempts: 2, unanswered: true, ...(since !== undefined && { since }) };
  const who = { inspectionId: 'here', userId: 'ada', createdAt: '' };
  return { id: 'op1', sequence: 1, kind, payload, delivery, ...who } as unknown as StoredOperation;
}

/** A service with these records, newest first, two on a page; and how often it was asked for one. */
function listing(records: readonly { id: string; name?: string; additionalData?: object }[]) {
  const asked: (string | undefined)[] = [];
  const list = async ({ after }: { after?: string }) => {
    asked.push(after);
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
  return { remote, asked };
}

type Recorded = { id: string; [field: string]: unknown };

/** A service whose inspection has these records. */
function holding(kind: 'damages' | 'views' | 'severityResults', records: readonly Recorded[]) {
  const byId = Object.fromEntries(records.map((one) => [one.id, one]));
  const entities = { damages: {}, views: {}, severityResults: {}, [kind]: byId };
  return { getInspection: async () => ({ entities }) } as unknown as RemotePort;
}

const ours = { additionalData: { [MARKER]: 'op1' } };
const MODEL = { model: 'yolo', version: '1', engine: 'remote' };

describe('an inspection whose answer was lost', () => {
  const create = (since?: string) => operation('inspection.create', { input: { tasks: {} } }, since);

  test('is found by our operation, on whatever page', async () => {
    const { remote } = listing([{ id: 'i4' }, { id: 'i3' }, { id: 'i2' }, { id: 'i1', ...ours }]);
    expect(await findSent(create(), { remote, ids: known() })).toEqual({ remoteId: 'i1' });
  });

  test('is not looked for beyond one that was there before the first attempt', async () => {
    const { remote, asked } = listing([{ id: 'i4' }, { id: 'i3' }, { id: 'i2' }, { id: 'i1', ...ours }]);
    expect(await findSent(create('i3'), { remote, ids: known() })).toBeUndefined();
    expect(asked).toEqual([undefined]);
  });

  test('is looked for among as many of the newest as is wanted', async () => {
    const { remote, asked } = listing([{ id: 'i4' }, { id: 'i3' }, { id: 'i2' }, { id: 'i1', ...ours }]);
    expect(await findSent(create(), { remote, ids: known(), most: 2 })).toBeUndefined();
    expect(asked).toEqual([undefined]);
    expect(await findSent(create(), { remote, ids: known(), most: 4 })).toEqual({ remoteId: 'i1' });
  });

  test('is not there when none carries our operation', async () => {
    const { remote } = listing([{ id: 'i1', additionalData: { [MARKER]: 'op2' } }]);
    expect(await findSent(create(), { remote, ids: known() })).toBeUndefined();
  });
});

describe('an image whose answer was lost', () => {
  const add = operation('image.add', { imageId: 'local', input: { name: 'left', tasks: [] } });

  test('is found by our operation, not by a name that the app gave, with the size it has there', async () => {
    const { remote } = listing([
      { id: 'a', name: 'left' },
      { id: 'b', name: 'left' },
      { id: 'c', name: 'left', ...ours },
    ]);
    expect(await findSent(add, { remote, ids: known() })).toEqual({ remoteId: 'c', longerSide: 400 });
  });

  test('is found by its name where that is the id of this device', async () => {
    const { remote } = listing([
      { id: 'a', name: 'other' },
      { id: 'b', name: 'local' },
    ]);
    expect(await findSent(add, { remote, ids: known() })).toMatchObject({ remoteId: 'b' });
  });
});

describe('a damage, view or severity whose answer was lost', () => {
  const damage = { damageType: 'dent', partType: 'hood' };
  // Twice as large here as what was uploaded.
  const box = { xmin: 10, ymin: 20, width: 30, height: 40 };
  const there = { xmin: 5, ymin: 10, width: 15, height: 20 };
  const view = { imageId: 'image', damageId: 'damage', boundingBox: there };
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
        { ...view, boundingBox: { ...there, xmin: there.xmin + 2 } },
      ],
    },
    {
      what: 'severityResults',
      sent: operation('severity.create', { severityId: 's1', input: { label: 'hood', level: 2 } }),
      same: { label: 'hood' },
      others: [{ label: 'roof' }],
    },
  ] as const;

  describe.each(kinds)('of $what', ({ what, sent, same, others }) => {
    const found = (records: readonly Recorded[], ids = known()) =>
      findSent(sent, { remote: holding(what, records), ids });

    test('is the newest that says the same', async () => {
      const records = [
        { id: 'older', ...same, createdBy: 'user', createdAt: '1' },
        { id: 'newer', ...same, createdBy: 'user', createdAt: '2' },
      ];
      expect(await found(records)).toEqual({ remoteId: 'newer' });
      expect(await found(records.toReversed())).toEqual({ remoteId: 'newer' });
    });

    test('is none that says something else', async () => {
      expect(
        await found(others.map((one, n) => ({ id: `o${n}`, ...one, createdBy: 'user' }))),
      ).toBeUndefined();
    });

    test('is none that is one of ours already: two that say the same stay two', async () => {
      const ids = known({ localId: 'before', remoteId: 'r1', inspectionId: 'here', kind: 'damage' });
      const first = { id: 'r1', ...same, createdBy: 'user', createdAt: '2' };
      expect(await found([first], ids)).toBeUndefined();
      const second = { id: 'r2', ...same, createdBy: 'user', createdAt: '1' };
      expect(await found([first, second], ids)).toEqual({ remoteId: 'r2' });
    });

    test('is none that a model found, or that was deleted', async () => {
      expect(await found([{ id: 'r1', ...same, createdBy: MODEL }])).toBeUndefined();
      expect(await found([{ id: 'r1', ...same, createdBy: 'user', deletedAt: 'then' }])).toBeUndefined();
    });
  });

  test('a view is recognised though the service rounds', async () => {
    const { sent, same } = kinds[1];
    const rounded = { ...same, boundingBox: { ...there, width: there.width + 1 } };
    const remote = holding('views', [{ id: 'r1', ...rounded, createdBy: 'user' }]);
    expect(await findSent(sent, { remote, ids: known() })).toEqual({ remoteId: 'r1' });
  });
});

test('updates and deletes are not looked for: done twice is done once', async () => {
  const remote = {} as RemotePort;
  const update = operation('severity.update', { severityId: 's1', input: { level: 3 } });
  expect(await findSent(update, { remote, ids: known() })).toBeUndefined();
});
