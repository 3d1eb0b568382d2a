import fc from 'fast-check';
import { type Damage, type Kerbside, MemoryStore, openKerbside } from 'kerbside';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUnreviewed } from '../../../demo/inspection/damage-origin.ts';
import { ReviewActions } from '../../../demo/inspection/review-actions.ts';
import { repairEstimates } from '../../../src/estimate/index.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

let kerbside: Kerbside;
let id: string;
let actions: ReviewActions;

/** A model finds a dent on the hood, a scratch on a door, and a dent on an unknown part. */
const DETECTED = [
  { damageType: 'dent', partType: 'hood', confidence: 0.6, xmin: 10 },
  { damageType: 'scratch', partType: 'door_front_left', confidence: 0.8, xmin: 100 },
  { damageType: 'dent', partType: 'ignore', confidence: 0.4, xmin: 200 },
] as const;

beforeEach(async () => {
  kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    estimator: repairEstimates(),
    analyzer: {
      analyze: async ({ images }) => ({
        createdBy: { model: 'damage', version: '1', engine: 'none' },
        damages: DETECTED.map(({ xmin, ...damage }) => ({
          ...damage,
          views: images.map(({ id: imageId }) => ({
            imageId,
            polygons: [],
            boundingBox: { xmin, ymin: 10, width: 50, height: 50 },
          })),
        })),
      }),
    },
  });
  const tasks = { damage_detection: {}, repair_estimate: {} };
  ({ result: id } = await kerbside.inspections.createOne({ tasks }));
  const photo = await jpegPhoto({ seed: 1, width: 640, height: 480 });
  await kerbside.images.addOne(id, { name: 'front', tasks: ['damage_detection'] }, photo);
  for (const name of ['damage_detection', 'repair_estimate'] as const) {
    await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
    await kerbside.tasks.whenDone(id, name);
  }
  actions = new ReviewActions(kerbside.damages, id);
});
afterEach(() => kerbside.close());

test('a confirmed damage can be taken back, and confirming it again changes nothing', async () => {
  await actions.confirm(await firstDamage());
  expect((await firstDamage()).confirmedAt).toBeDefined();
  await actions.confirm(await firstDamage());
  await actions.undo();
  expect((await firstDamage()).confirmedAt).toBeUndefined();
  expect(actions.canUndo).toBe(false);
});

test('a second tap on a decision that is being stored is ignored, and one undo takes the decision back', async () => {
  const damage = await firstDamage();
  const taps = [actions.confirm(damage), actions.confirm(damage), actions.dismiss(damage), actions.undo()];
  expect(await Promise.all(taps)).toEqual([damage.id, undefined, undefined, undefined]);
  expect((await firstDamage()).confirmedAt).toBeDefined();
  await actions.undo();
  expect(await firstDamage()).toEqual(damage);
  expect(actions.canUndo).toBe(false);
});

test('a changed damage keeps what the model found, and undo restores the model’s damage', async () => {
  const damage = await firstDamage();
  const changed = await actions.change(damage, { damageType: 'scratch', partType: 'roof' });
  expect((await listDamages()).find((one) => one.id === changed)).toMatchObject({
    damageType: 'scratch',
    partType: 'roof',
    correctedFrom: { damageType: 'dent', partType: 'hood', confidence: 0.6 },
  });
  expect(await actions.undo()).toEqual({ damageId: changed, restoredId: damage.id });
  expect(await firstDamage()).toEqual(damage);
});

test('a dismissed damage is gone, and undo brings it back as the model found it: nobody confirmed it', async () => {
  const damage = await firstDamage();
  await actions.dismiss(damage);
  expect((await listDamages()).map((one) => one.id)).not.toContain(damage.id);
  expect(await actions.undo()).toEqual({ damageId: damage.id, restoredId: damage.id });
  const restored = await firstDamage();
  expect(restored).toEqual(damage);
  expect(isUnreviewed(restored)).toBe(true);
});

test('a decision whose undo fails can be undone again', async () => {
  const damage = await firstDamage();
  await actions.dismiss(damage);
  const { restoreOne } = kerbside.damages;
  kerbside.damages.restoreOne = () => Promise.reject(new Error('The disk is full.'));
  await expect(actions.undo()).rejects.toThrow('The disk is full.');
  kerbside.damages.restoreOne = restoreOne;
  expect(await actions.undo()).toMatchObject({ restoredId: damage.id });
});

const change = fc.record(
  {
    damageType: fc.constantFrom('dent' as const, 'scratch' as const, 'smash' as const),
    partType: fc.constantFrom('hood' as const, 'roof' as const, 'ignore' as const),
  },
  { requiredKeys: [] },
);
const step = fc.record({
  which: fc.nat(3),
  decision: fc.oneof(
    fc.constant('confirm' as const),
    fc.constant('dismiss' as const),
    fc.constant('undo' as const),
    change,
  ),
});

test('after any decisions, undoing all of them gives back the same records', async () => {
  const before = await readRecords();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { which, decision } of steps) {
        const damages = await listDamages();
        const damage = damages[which % Math.max(1, damages.length)];
        if (decision === 'undo') await actions.undo();
        else if (!damage) continue;
        else if (decision === 'confirm') await actions.confirm(damage);
        else if (decision === 'dismiss') await actions.dismiss(damage);
        else await actions.change(damage, decision);
      }
      while (actions.canUndo) await actions.undo();
      expect(await readRecords()).toEqual(before);
    }),
    { numRuns: 60 },
  );
});

/** Returns all records, also deleted ones. Severities and the estimate are calculated again: without their ids and times. */
async function readRecords() {
  const { entities } = await kerbside.inspections.getOne(id, { showDeletedObjects: true });
  const { inspections: _lists, severityResults, parts, vehicles, ...records } = entities;
  const { createdAt: _calculated, ...estimate } = Object.values(vehicles)[0]?.repairEstimate ?? {};
  return {
    ...records,
    estimate,
    parts: Object.values(parts).map(({ partOperation, ...part }) => ({
      ...part,
      costs: partOperation && { ...partOperation, severityIds: partOperation.severityIds.length },
    })),
    severities: Object.values(severityResults)
      .map(({ id: _id, ...severity }) => JSON.stringify(severity))
      .sort(),
  };
}

async function listDamages(): Promise<Damage[]> {
  return Object.values((await kerbside.inspections.getOne(id)).entities.damages);
}

async function firstDamage(): Promise<Damage> {
  const [damage] = await listDamages();
  if (!damage) throw new Error('There is no damage.');
  return damage;
}
