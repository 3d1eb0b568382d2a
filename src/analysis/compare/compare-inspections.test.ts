import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Damage } from '../../domain/damage.ts';
import { DAMAGE_TYPES, PART_TYPES, VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Image } from '../../domain/image.ts';
import type { View } from '../../domain/view.ts';
import { compareInspections, type Inspected } from './compare-inspections.ts';

interface Seen {
  from?: Viewpoint;
  predicted?: Image['viewpoint'];
  at?: [number, number, number];
}
type Told = [id: string, damage: Partial<Damage>, seen?: Seen];

test('a damage of the same part and type, seen from the same side, is the one that was there before', () => {
  const before = inspection(['old', { damageType: 'dent', partType: 'hood' }, { from: 'front' }]);
  const after = inspection(
    ['again', { damageType: 'dent', partType: 'hood' }, { from: 'front_left' }],
    ['fresh', { damageType: 'scratch', partType: 'hood' }, { from: 'front' }],
    ['elsewhere', { damageType: 'dent', partType: 'roof' }, { from: 'front' }],
  );
  const { added, kept, gone } = compareInspections(before, after);
  expect(ids(added)).toEqual(['fresh', 'elsewhere']);
  expect(kept.map(ids)).toEqual([['old', 'again']]);
  expect(gone).toEqual([]);
});

test('seen from opposite sides, two damages of one part are two', () => {
  const before = inspection(['left', { damageType: 'scratch', partType: 'roof' }, { from: 'left' }]);
  const after = inspection(['right', { damageType: 'scratch', partType: 'roof' }, { from: 'right' }]);
  const { added, gone } = compareInspections(before, after);
  expect([ids(added), ids(gone)]).toEqual([['right'], ['left']]);
});

test('a second scratch on the same door is new, and the one at the old place is the old one', () => {
  const door = { damageType: 'scratch', partType: 'door_front_left' } as const;
  const before = inspection(['old', door, { from: 'left', at: [100, 100, 50] }]);
  const after = inspection(
    ['second', door, { from: 'left', at: [400, 200, 50] }],
    ['same', door, { from: 'left', at: [110, 100, 50] }],
  );
  const { added, kept } = compareInspections(before, after);
  expect(ids(added)).toEqual(['second']);
  expect(kept.map(ids)).toEqual([['old', 'same']]);
});

test('where the part is not known only the place tells, and without a place nothing does', () => {
  const unknown = { damageType: 'dent', partType: 'ignore' } as const;
  const before = inspection(['placed', unknown, { from: 'back', at: [10, 10, 100] }], ['unseen', unknown]);
  const after = inspection(
    ['same', unknown, { from: 'back', at: [20, 20, 100] }],
    ['other', unknown, { from: 'back', at: [500, 400, 60] }],
    ['nowhere', unknown],
  );
  const { added, kept, gone, unclear } = compareInspections(before, after);
  expect(kept.map(ids)).toEqual([['placed', 'same']]);
  expect([added, gone]).toEqual([[], []]);
  expect([ids(unclear.before), ids(unclear.after)]).toEqual([['unseen'], ['other', 'nowhere']]);
});

test('seen at another place from the same side, a damage of an unknown part is new', () => {
  const unknown = { damageType: 'dent', partType: 'ignore' } as const;
  const before = inspection(['old', unknown, { from: 'back', at: [10, 10, 100] }]);
  const after = inspection(['fresh', unknown, { from: 'back', at: [500, 400, 60] }]);
  const { added, gone } = compareInspections(before, after);
  expect([ids(added), ids(gone)]).toEqual([['fresh'], ['old']]);
});

test('close-ups of unknown parts from who knows where: only another type is sure to be new', () => {
  const closeUp: Seen = { at: [200, 200, 200] };
  const before = inspection(['dent', { damageType: 'dent', partType: 'ignore' }, closeUp]);
  const after = inspection(
    ['again', { damageType: 'dent', partType: 'ignore' }, closeUp],
    ['on a door', { damageType: 'dent', partType: 'door_front_left' }, { from: 'left' }],
    ['scratch', { damageType: 'scratch', partType: 'ignore' }, closeUp],
  );
  const { added, kept, gone, unclear } = compareInspections(before, after);
  expect(ids(added)).toEqual(['scratch']);
  expect([kept, gone]).toEqual([[], []]);
  expect([ids(unclear.before), ids(unclear.after)]).toEqual([['dent'], ['again', 'on a door']]);
});

test('a wheel without a name may be any wheel, and no door', () => {
  const scratch = (partType: Damage['partType']) => ({ damageType: 'scratch', partType }) as const;
  const before = inspection(['wheel', scratch('wheel')]);
  const after = inspection(['front', scratch('wheel_front_left')], ['door', scratch('door_front_left')]);
  const { added, unclear } = compareInspections(before, after);
  expect([ids(added), ids(unclear.after)]).toEqual([['door'], ['front']]);
});

test.each(['wheel', 'hubcap', 'background'] as const)(
  'a %s without a name is no part that one could know again',
  (partType) => {
    const scratch = { damageType: 'scratch', partType } as const;
    const before = inspection(['left', scratch, { at: [100, 300, 80] }]);
    const after = inspection(['right', scratch, { at: [500, 300, 80] }]);
    const { kept, unclear } = compareInspections(before, after);
    expect(kept).toEqual([]);
    expect([ids(unclear.before), ids(unclear.after)]).toEqual([['left'], ['right']]);
  },
);

test('the photographer’s word goes before that of a model that is not sure', () => {
  const door = { damageType: 'scratch', partType: 'door_front_left' } as const;
  const before = inspection(['old', door, { from: 'left' }]);
  const after = inspection([
    'same',
    door,
    { from: 'left', predicted: { prediction: 'right', confidence: 0.12 } },
  ]);
  expect(compareInspections(before, after).kept.map(ids)).toEqual([['old', 'same']]);
  const sure = inspection([
    'other',
    door,
    { from: 'left', predicted: { prediction: 'right', confidence: 0.9 } },
  ]);
  expect(compareInspections(before, sure).kept).toEqual([]);
});

test('what was deleted, damage or view, is not compared', () => {
  const hood = { damageType: 'dent', partType: 'hood' } as const;
  const before = inspection(['removed', { ...hood, deletedAt: '2026-01-01T00:00:00.000Z' }]);
  expect(ids(compareInspections(before, inspection(['fresh', hood])).added)).toEqual(['fresh']);
});

const told = fc.record({
  damageType: fc.constantFrom(...DAMAGE_TYPES.slice(0, 4)),
  partType: fc.constantFrom(...PART_TYPES.slice(0, 4)),
  from: fc.constantFrom(...VIEWPOINTS),
  at: fc.tuple(
    fc.integer({ min: 0, max: 500 }),
    fc.integer({ min: 0, max: 400 }),
    fc.integer({ min: 1, max: 90 }),
  ),
});
const inspected = fc
  .array(told, { maxLength: 8 })
  .map((all) =>
    inspection(...all.map(({ from, at, ...damage }, index): Told => [`d${index}`, damage, { from, at }])),
  );

test('every damage is in exactly one group, and an inspection differs in nothing from itself', () => {
  fc.assert(
    fc.property(inspected, inspected, (before, after) => {
      const { added, kept, gone, unclear } = compareInspections(before, after);
      const sorted = (list: Damage[]) => ids(list).sort();
      const here = [...added, ...kept.map(([, b]) => b), ...unclear.after];
      const there = [...gone, ...kept.map(([a]) => a), ...unclear.before];
      expect(sorted(here)).toEqual(sorted(Object.values(after.damages)));
      expect(sorted(there)).toEqual(sorted(Object.values(before.damages)));
      expect(unclear.after.length > 0).toBe(unclear.before.length > 0);
      const same = compareInspections(before, before);
      expect([same.added, same.gone]).toEqual([[], []]);
    }),
  );
});

const ids = (damages: readonly Damage[]) => damages.map(({ id }) => id);

/** Each damage on an image of its own, 640 × 480. */
function inspection(...all: Told[]): Inspected {
  const damages: Inspected['damages'] = {};
  const views: Inspected['views'] = {};
  const images: Inspected['images'] = {};
  for (const [id, damage, seen] of all) {
    damages[id] = {
      id,
      damageType: 'dent',
      partType: 'hood',
      parts: [],
      createdAt: '',
      createdBy: 'user',
      ...damage,
    } as Damage;
    if (!seen) continue;
    const [xmin, ymin, side] = seen.at ?? [0, 0, 100];
    const imageId = `image of ${id}`;
    const boundingBox = { xmin, ymin, width: side, height: side };
    views[id] = { id, imageId, damageId: id, boundingBox, polygons: [] } as unknown as View;
    images[imageId] = {
      id: imageId,
      imageWidth: 640,
      imageHeight: 480,
      tasks: [{ name: 'damage_detection', imageDetails: seen.from ? { viewpointName: seen.from } : {} }],
      compliances: {},
      viewpoint: seen.predicted,
    } as unknown as Image;
  }
  return { damages, views, images };
}
