import { type Damage, type Kerbside, MemoryStore, openKerbside } from 'kerbside';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReviewActions } from '../../../demo/inspection/review-actions.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

let kerbside: Kerbside;
let id: string;
let actions: ReviewActions;

/** A model finds one dent on the hood. */
beforeEach(async () => {
  kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    analyzer: {
      analyze: async ({ images }) => ({
        createdBy: { model: 'damage', version: '1', engine: 'none' },
        damages: [
          {
            damageType: 'dent',
            partType: 'hood',
            confidence: 0.6,
            views: images.map(({ id: imageId }) => ({
              imageId,
              polygons: [],
              boundingBox: { xmin: 10, ymin: 10, width: 50, height: 50 },
            })),
          },
        ],
      }),
    },
  });
  ({ result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } }));
  const photo = await jpegPhoto({ seed: 1, width: 640, height: 480 });
  await kerbside.images.addOne(id, { name: 'front', tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  actions = new ReviewActions(kerbside.damages, id);
});
afterEach(() => kerbside.close());

test('a confirmed damage can be taken back, and confirming it again changes nothing', async () => {
  await actions.confirm(await onlyDamage());
  expect((await onlyDamage()).confirmedAt).toBeDefined();
  await actions.confirm(await onlyDamage());
  await actions.undo();
  expect((await onlyDamage()).confirmedAt).toBeUndefined();
  expect(actions.canUndo).toBe(false);
});

test('a changed damage keeps what the model found, and undo restores type and part', async () => {
  const changed = await actions.change(await onlyDamage(), { damageType: 'scratch', partType: 'roof' });
  expect(await onlyDamage()).toMatchObject({
    id: changed,
    damageType: 'scratch',
    partType: 'roof',
    correctedFrom: { damageType: 'dent', partType: 'hood', confidence: 0.6 },
  });
  const undone = await actions.undo();
  expect(undone?.damageId).toBe(changed);
  expect(await onlyDamage()).toMatchObject({
    id: undone?.restoredId,
    damageType: 'dent',
    partType: 'hood',
  });
});

test('a dismissed damage is gone, and undo brings it back with its outline', async () => {
  const damage = await onlyDamage();
  await actions.dismiss(damage);
  expect(await listDamages()).toEqual([]);
  const undone = await actions.undo();
  const restored = await onlyDamage();
  expect(undone).toEqual({ damageId: damage.id, restoredId: restored.id });
  expect(restored).toMatchObject({ damageType: 'dent', partType: 'hood' });
  const { entities } = await kerbside.inspections.getOne(id);
  expect(Object.values(entities.views).map(({ damageId }) => damageId)).toContain(restored.id);
});

test('decisions are taken back in reverse order', async () => {
  const damage = await onlyDamage();
  await actions.confirm(damage);
  await actions.dismiss(damage);
  await actions.undo();
  expect(await listDamages()).toHaveLength(1);
  await actions.undo();
  expect((await onlyDamage()).confirmedAt).toBeUndefined();
  expect(await actions.undo()).toBeUndefined();
});

async function listDamages(): Promise<Damage[]> {
  const { entities } = await kerbside.inspections.getOne(id);
  return Object.values(entities.damages).filter(({ deletedAt }) => deletedAt === undefined);
}

async function onlyDamage(): Promise<Damage> {
  const [damage, ...others] = await listDamages();
  if (!damage || others.length > 0) throw new Error('There is not exactly one damage.');
  return damage;
}
