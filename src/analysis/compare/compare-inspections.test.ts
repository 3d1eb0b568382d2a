import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAMAGE_TYPES, PART_TYPES, VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Damage } from '../../domain/records/damage.ts';
import type { Image } from '../../domain/records/image.ts';
import type { View } from '../../domain/records/view.ts';
import { toConfirmationData } from '../../domain/verdict/confirmations.ts';
import { type ComparedDamage, compareInspections } from './compare-inspections.ts';
import type { ComparableInspection } from './located-damage.ts';
import type { PhotoAlignment } from './photo-alignment.ts';

interface TestView {
  from?: Viewpoint;
  predicted?: Image['viewpoint'];
  at?: [number, number, number];
  sha256?: string;
}
type TestDamage = [id: string, damage: Partial<Damage>, view?: TestView];

test('keeps a damage of the same part and type from an adjacent viewpoint', () => {
  const before = inspection(['old', { damageType: 'dent', partType: 'hood' }, { from: 'front' }]);
  const after = inspection(
    ['again', { damageType: 'dent', partType: 'hood' }, { from: 'front_left' }],
    ['fresh', { damageType: 'scratch', partType: 'hood' }, { from: 'front' }],
    ['elsewhere', { damageType: 'dent', partType: 'roof' }, { from: 'front' }],
  );
  const { added, kept, gone } = groupByStatus(before, after);
  expect(ids(added)).toEqual(['fresh', 'elsewhere']);
  expect(kept.map(ids)).toEqual([['old', 'again']]);
  expect(gone).toEqual([]);
});

test('damages are unclear if the damage of the other inspection is not known', () => {
  const dented = inspection(['dent', { damageType: 'dent', partType: 'hood' }]);
  const notAnalysed = {
    ...inspection(),
    inspections: { i: { damages: [], images: [], tasks: [] } },
    tasks: {},
  } as unknown as ComparableInspection;
  expect(compareInspections(dented, notAnalysed)).toMatchObject([
    { status: 'unclear', reason: 'notCovered', before: { id: 'dent' } },
  ]);
  expect(compareInspections(notAnalysed, dented)).toMatchObject([
    { status: 'unclear', reason: 'notCovered', after: { id: 'dent' } },
  ]);
});

test('keeps apart damages of one part from opposite viewpoints', () => {
  const before = inspection(['left', { damageType: 'scratch', partType: 'roof' }, { from: 'left' }]);
  const after = inspection(['right', { damageType: 'scratch', partType: 'roof' }, { from: 'right' }]);
  const { added, gone } = groupByStatus(before, after);
  expect([ids(added), ids(gone)]).toEqual([['right'], ['left']]);
});

test('matches two damages of one part by location', () => {
  const door = { damageType: 'scratch', partType: 'door_front_left' } as const;
  const before = inspection(['old', door, { from: 'left', at: [100, 100, 50] }]);
  const after = inspection(
    ['second', door, { from: 'left', at: [400, 200, 50] }],
    ['same', door, { from: 'left', at: [110, 100, 50] }],
  );
  const { added, kept } = groupByStatus(before, after);
  expect(ids(added)).toEqual(['second']);
  expect(kept.map(ids)).toEqual([['old', 'same']]);
});

test('matches damages of unknown parts by location, and leaves them unclear without one', () => {
  const unknown = { damageType: 'dent', partType: 'ignore' } as const;
  const before = inspection(['placed', unknown, { from: 'back', at: [10, 10, 100] }], ['unseen', unknown]);
  const after = inspection(
    ['same', unknown, { from: 'back', at: [20, 20, 100] }],
    ['other', unknown, { from: 'back', at: [500, 400, 60] }],
    ['nowhere', unknown],
  );
  const { added, kept, gone, unclear } = groupByStatus(before, after);
  expect(kept.map(ids)).toEqual([['placed', 'same']]);
  expect([added, gone]).toEqual([[], []]);
  expect([ids(unclear.before), ids(unclear.after)]).toEqual([['unseen'], ['other', 'nowhere']]);
});

test('adds a damage of an unknown part at another location from the same viewpoint', () => {
  const unknown = { damageType: 'dent', partType: 'ignore' } as const;
  const before = inspection(['old', unknown, { from: 'back', at: [10, 10, 100] }]);
  const after = inspection(['fresh', unknown, { from: 'back', at: [500, 400, 60] }]);
  const { added, gone } = groupByStatus(before, after);
  expect([ids(added), ids(gone)]).toEqual([['fresh'], ['old']]);
});

test('on close-ups of unknown parts and viewpoints, adds only another damage type', () => {
  const closeUp: TestView = { at: [200, 200, 200] };
  const before = inspection(['dent', { damageType: 'dent', partType: 'ignore' }, closeUp]);
  const after = inspection(
    ['again', { damageType: 'dent', partType: 'ignore' }, closeUp],
    ['on a door', { damageType: 'dent', partType: 'door_front_left' }, { from: 'left' }],
    ['scratch', { damageType: 'scratch', partType: 'ignore' }, closeUp],
  );
  const { added, kept, gone, unclear } = groupByStatus(before, after);
  expect(ids(added)).toEqual(['scratch']);
  expect([kept, gone]).toEqual([[], []]);
  expect([ids(unclear.before), ids(unclear.after)]).toEqual([['dent'], ['again', 'on a door']]);
});

test('treats a wheel without a name as any wheel, not as another part', () => {
  const scratch = (partType: Damage['partType']) => ({ damageType: 'scratch', partType }) as const;
  const before = inspection(['wheel', scratch('wheel')]);
  const after = inspection(['front', scratch('wheel_front_left')], ['door', scratch('door_front_left')]);
  const { added, unclear } = groupByStatus(before, after);
  expect([ids(added), ids(unclear.after)]).toEqual([['door'], ['front']]);
});

test.each(['wheel', 'hubcap', 'background'] as const)(
  'leaves a damage of a %s without a name unclear',
  (partType) => {
    const scratch = { damageType: 'scratch', partType } as const;
    const before = inspection(['left', scratch, { at: [100, 300, 80] }]);
    const after = inspection(['right', scratch, { at: [500, 300, 80] }]);
    const { kept, unclear } = groupByStatus(before, after);
    expect(kept).toEqual([]);
    expect([ids(unclear.before), ids(unclear.after)]).toEqual([['left'], ['right']]);
  },
);

test('prefers the hint to a predicted viewpoint of low confidence', () => {
  const door = { damageType: 'scratch', partType: 'door_front_left' } as const;
  const before = inspection(['old', door, { from: 'left' }]);
  const after = inspection([
    'same',
    door,
    { from: 'left', predicted: { prediction: 'right', confidence: 0.12 } },
  ]);
  expect(groupByStatus(before, after).kept.map(ids)).toEqual([['old', 'same']]);
  const confident = inspection([
    'other',
    door,
    { from: 'left', predicted: { prediction: 'right', confidence: 0.9 } },
  ]);
  expect(groupByStatus(before, confident).kept).toEqual([]);
});

test('ignores deleted damages', () => {
  const hood = { damageType: 'dent', partType: 'hood' } as const;
  const before = inspection(['removed', { ...hood, deletedAt: '2026-01-01T00:00:00.000Z' }]);
  expect(ids(groupByStatus(before, inspection(['fresh', hood])).added)).toEqual(['fresh']);
});

test.each([
  ['the same place', [100, 100, 60], 'same'],
  ['the same place, clearly larger', [90, 90, 110], 'worse'],
  ['another place', [400, 300, 60], 'new'],
] as const)('on identical photos, a damage at %s is %s', (_, at, status) => {
  const unknown = { damageType: 'dent', partType: 'ignore' } as const;
  const before = inspection(['old', unknown, { at: [100, 100, 60], sha256: 'a' }]);
  const after = inspection(['now', unknown, { at: [...at], sha256: 'a' }]);
  const found = compareInspections(before, after).find((one) => one.after?.id === 'now');
  expect(found?.status).toBe(status);
});

test('on aligned photos, the place decides, not the part', () => {
  const door = { damageType: 'scratch', partType: 'door_front_left' } as const;
  const before = inspection(['old', door, { from: 'left', at: [100, 100, 50] }]);
  const after = inspection(
    ['elsewhere', door, { from: 'left', at: [100, 100, 50] }],
    ['moved', { ...door, partType: 'ignore' }, { from: 'left', at: [228, 100, 50] }],
  );
  // The second photo is taken 128 pixels further left.
  const mapping = [1, 0, 0.2, 0, 1, 0, 0, 0] as const;
  const alignments = ['elsewhere', 'moved'].map((id) => ({
    beforeImageId: 'image-of-old',
    afterImageId: `image-of-${id}`,
    mapping,
    support: [
      [0.2, 0.2],
      [0.25, 0.2],
      [0.2, 0.25],
    ] satisfies PhotoAlignment['support'],
  }));
  const { kept, added } = groupByStatus(before, after, alignments);
  expect(kept.map(ids)).toEqual([['old', 'moved']]);
  expect(ids(added)).toEqual(['elsewhere']);
});

test('an alignment counts only near points that both photos show', () => {
  const unknown = { damageType: 'dent', partType: 'ignore' } as const;
  const before = inspection(['old', unknown, { at: [100, 100, 50] }]);
  const after = inspection(['now', unknown, { at: [400, 300, 50] }]);
  const statusWith = (support: [number, number][]) => {
    const images = { beforeImageId: 'image-of-old', afterImageId: 'image-of-now' };
    return compareInspections(before, after, [{ ...images, mapping: [1, 0, 0, 0, 1, 0, 0, 0], support }])[0]
      ?.status;
  };
  expect(
    statusWith([
      [0.2, 0.2],
      [0.25, 0.2],
      [0.2, 0.25],
    ]),
  ).toBe('new');
  expect(
    statusWith([
      [0.8, 0.2],
      [0.85, 0.2],
      [0.8, 0.25],
    ]),
  ).toBe('unclear');
});

test('on aligned photos, a damage of another type at the same place is the same', () => {
  const at: [number, number, number] = [100, 100, 50];
  const before = inspection(['dent', { damageType: 'dent', partType: 'ignore' }, { at, sha256: 'a' }]);
  const after = inspection(['smash', { damageType: 'smash', partType: 'ignore' }, { at, sha256: 'a' }]);
  expect(groupByStatus(before, after).kept.map(ids)).toEqual([['dent', 'smash']]);
});

const anyDamage = fc.record({
  damageType: fc.constantFrom(...DAMAGE_TYPES.slice(0, 4)),
  partType: fc.constantFrom(...PART_TYPES.slice(0, 4)),
  from: fc.constantFrom(...VIEWPOINTS),
  at: fc.tuple(
    fc.integer({ min: 0, max: 500 }),
    fc.integer({ min: 0, max: 400 }),
    fc.integer({ min: 1, max: 90 }),
  ),
});
const anyInspection = fc
  .array(anyDamage, { maxLength: 8 })
  .map((all) =>
    inspection(
      ...all.map(({ from, at, ...damage }, index): TestDamage => [`d${index}`, damage, { from, at }]),
    ),
  );

test('puts every damage in exactly one group, and finds no difference between equal inspections', () => {
  fc.assert(
    fc.property(anyInspection, anyInspection, (before, after) => {
      const { added, kept, worse, gone, unclear } = groupByStatus(before, after);
      const sorted = (list: Damage[]) => ids(list).sort();
      const here = [...added, ...kept.map(([, b]) => b), ...worse.map(([, b]) => b), ...unclear.after];
      const there = [...gone, ...kept.map(([a]) => a), ...worse.map(([a]) => a), ...unclear.before];
      expect(sorted(here)).toEqual(sorted(Object.values(after.damages)));
      expect(sorted(there)).toEqual(sorted(Object.values(before.damages)));
      expect(unclear.after.length > 0).toBe(unclear.before.length > 0);
      const same = groupByStatus(before, before);
      expect([same.added, same.gone]).toEqual([[], []]);
    }),
  );
});

const ids = (damages: readonly Damage[]) => damages.map(({ id }) => id);

/** Groups compared damages: pairs of both inspections, and single ones. */
function groupByStatus(
  before: ComparableInspection,
  after: ComparableInspection,
  alignments: readonly PhotoAlignment[] = [],
) {
  const compared = compareInspections(before, after, alignments);
  const pairs = (wanted: ComparedDamage['status']) =>
    compared.flatMap(({ status, before: a, after: b }): [Damage, Damage][] =>
      status === wanted && a && b ? [[a, b]] : [],
    );
  const single = (wanted: ComparedDamage['status'], key: 'before' | 'after') =>
    compared.flatMap((one) => (one.status === wanted && one[key]) || []);
  return {
    added: single('new', 'after'),
    kept: pairs('same'),
    worse: pairs('worse'),
    gone: single('gone', 'before'),
    unclear: { before: single('unclear', 'before'), after: single('unclear', 'after') },
  };
}

/** Creates an inspection with one image of 640 × 480 per damage. A user stated that the vehicle has no other damage. */
function inspection(...all: TestDamage[]): ComparableInspection {
  const damages: ComparableInspection['damages'] = {};
  const views: ComparableInspection['views'] = {};
  const images: ComparableInspection['images'] = {};
  for (const [id, damage, view] of all) {
    damages[id] = {
      id,
      damageType: 'dent',
      partType: 'hood',
      parts: [],
      createdAt: '',
      createdBy: 'user',
      ...damage,
    } as Damage;
    if (!view) continue;
    const [xmin, ymin, side] = view.at ?? [0, 0, 100];
    const imageId = `image-of-${id}`;
    const boundingBox = { xmin, ymin, width: side, height: side };
    views[id] = { id, imageId, damageId: id, boundingBox, polygons: [] } as unknown as View;
    images[imageId] = {
      id: imageId,
      imageWidth: 640,
      imageHeight: 480,
      tasks: [{ name: 'damage_detection', imageDetails: view.from ? { viewpointName: view.from } : {} }],
      compliances: {},
      viewpoint: view.predicted,
      sha256: view.sha256 ?? imageId,
    } as unknown as Image;
  }
  const photos = Object.values(images).map(({ id: imageId, sha256 }) => ({ imageId, sha256 }));
  const statement = { undamaged: true as const, photos, confirmedBy: { id: 'ada' }, confirmedAt: '2026' };
  const inspections: unknown = {
    i: {
      images: Object.keys(images),
      damages: Object.keys(damages),
      tasks: [],
      additionalData: toConfirmationData([statement]),
    },
  };
  return { damages, views, images, inspections: inspections as ComparableInspection['inspections'] & object };
}
