import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openKerbside } from '../../../src/kerbside.ts';
import type { Platform } from '../../../src/platform/ports.ts';
import { IndexedDbStore } from '../../../src/store/indexeddb/indexeddb-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { smallPhoto } from '../support/photos.ts';
import { SharedMemoryStore } from '../support/shared-memory-store.ts';
import * as children from './child-steps.ts';
import { expectedEntities, ids, withoutTimes } from './expected-responses.ts';
import * as inspections from './inspection-steps.ts';
import { invalidCall } from './invalid-steps.ts';
import type { Model, ModelPhoto } from './model.ts';
import type { Real } from './step.ts';

const A_SLOW_MACHINE = 300_000;

const USERS = [
  { id: 'ann', organizationId: 'kerb' },
  { id: 'ben', organizationId: 'kerb' },
  { id: 'cleo', organizationId: 'verge' },
];

/** Seeds and paths, as printed by fast-check, of runs that failed once. Every run repeats them. */
const REGRESSIONS: { seed: number; path: string; replayPath: string }[] = [];

describe('random calls of 3 users agree with a model of the specification', () => {
  let photos: ModelPhoto[];
  beforeAll(async () => {
    photos = [await modelPhoto(1, 64, 48), await modelPhoto(2, 48, 64)];
  });

  test('in memory', { timeout: A_SLOW_MACHINE }, async () => {
    await agrees(() => new SharedMemoryStore(), 80);
  });

  test('on IndexedDB', { timeout: A_SLOW_MACHINE }, async () => {
    await agrees(() => new IndexedDbStore({ name: crypto.randomUUID() }), 50);
  });

  async function agrees(openStore: () => Store, numRuns: number): Promise<void> {
    const commands = (replayPath?: string) =>
      fc.commands(steps(photos), {
        maxCommands: 50,
        size: 'max',
        ...(replayPath !== undefined && { replayPath }),
      });
    // Start with some inspections, so that short runs have records to work on.
    const prelude = fc.sample(inspections.createInspection(photos), { seed: 1, numRuns: 3 });
    const property = (replayPath?: string) =>
      fc.asyncProperty(commands(replayPath), async (cmds) => {
        const store = openStore();
        const { model, real, close } = await start(store);
        for (const first of prelude) await first.run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), cmds);
        await expectSame(model, real);
        close();
      });
    for (const { replayPath, ...run } of REGRESSIONS) await fc.assert(property(replayPath), run);
    await fc.assert(property(), { numRuns });
  }
});

/** Creates are more frequent than deletes. Otherwise most calls would find no record. */
function steps(photos: ModelPhoto[]) {
  const create = inspections.createInspection(photos);
  const [addImage, createView] = [children.addOneImage(photos), children.createView(photos)];
  const { createDamage, createSeverity } = children;
  return [
    ...[create, addImage, addImage, addImage, addImage, addImage],
    ...[createDamage, createDamage, createDamage, createView, createView, createView, createView],
    ...[createSeverity, createSeverity, children.updateSeverity, children.updateSeverity],
    ...[children.deleteImage, children.deleteDamage, children.deleteView, children.deleteView],
    ...[inspections.updateTask, inspections.updateTask, inspections.updateVehicle, inspections.addPdfData],
    ...[inspections.deleteInspection, inspections.purgeInspection],
    ...[inspections.listInspections, children.listImages, invalidCall],
  ];
}

/** Opens one Kerbside per user on one store, like several tabs, with a shared test clock. */
async function start(store: Store) {
  let time = Date.UTC(2026, 0, 1);
  const platform: Partial<Platform> = {
    now: () => ++time,
    openChannel: () => ({ post() {}, onMessage() {}, close() {} }),
  };
  const clients = await Promise.all(USERS.map((user) => openKerbside({ user, store, platform })));
  const model: Model = { users: USERS, inspections: [], outbox: [] };
  const real: Real = { clients, operations: () => store.operations() };
  const close = () => {
    for (const client of clients) client.close();
  };
  return { model, real, close };
}

/** Compares everything that can be read with the model. */
async function expectSame(model: Model, { clients, operations }: Real): Promise<void> {
  const [ann] = clients;
  if (!ann) throw new Error('There is no client');
  for (const inspection of model.inspections) {
    const all = await ann.inspections.getOne(inspection.id, { showDeletedObjects: true });
    expect(withoutTimes(all)).toEqual({
      entities: expectedEntities(inspection, true),
      result: inspection.id,
    });
    if (inspection.deleted) continue;
    const { entities } = await ann.inspections.getOne(inspection.id);
    expect(withoutTimes(entities)).toEqual(expectedEntities(inspection));
    for (const image of inspection.images) {
      expect((await ann.images.photo(image.id)).sha256).toBe(image.photo.sha256);
    }
  }
  const listed = await ann.inspections.getMany({
    ownershipFilter: 'all_resources',
    paginationOrder: 'asc',
    verbose: 1,
  });
  expect(listed.result).toEqual(ids(model.inspections));
  const everything = model.inspections.map((inspection) => expectedEntities(inspection));
  for (const kind of [
    'inspections',
    'images',
    'tasks',
    'damages',
    'parts',
    'views',
    'severityResults',
  ] as const) {
    const expected = Object.assign({}, ...everything.map((entities) => entities[kind]));
    expect(withoutTimes(listed.entities[kind])).toEqual(expected);
  }
  const outbox = await operations();
  expect(outbox.map(({ kind, inspectionId, userId }) => ({ kind, inspectionId, userId }))).toEqual(
    model.outbox,
  );
  expect(outbox.map(({ sequence }) => sequence)).toEqual(
    outbox.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  );
  expect(new Set(outbox.map(({ id }) => id)).size).toBe(outbox.length);
}

async function modelPhoto(seed: number, width: number, height: number): Promise<ModelPhoto> {
  const bytes = await smallPhoto(seed, width, height);
  return { bytes, width, height, sha256: createHash('sha256').update(bytes).digest('hex') };
}
