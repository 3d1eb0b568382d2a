import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PartType } from '../../domain/enums.ts';
import type { Damage } from '../../domain/records/damage.ts';
import type { DetectionLimit } from '../../domain/records/detection-limit.ts';
import type { Image } from '../../domain/records/image.ts';
import type { View } from '../../domain/records/view.ts';
import type { Confirmation } from '../../domain/verdict/confirmations.ts';
import { anyInspection, confirmationOf, photoOf } from '../../domain/verdict/verdict-records.suite.ts';
import { compareInspections } from './compare-inspections.ts';
import type { ComparableInspection } from './located-damage.ts';
import type { PhotoAlignment } from './photo-alignment.ts';

/** 8 to 10 pixels per centimetre. */
const SCALE = { pixelsPerCm: 9, low: 8, high: 10, from: 'wheel' } as const;
const limitOf = (most?: number, partType?: PartType): DetectionLimit => ({
  model: 'damage 4.0.0',
  scale: SCALE,
  limits: [
    { damageType: 'dent', half: 1, ...(most !== undefined && { most }), ...(partType && { partType }) },
  ],
});

/** An inspection with these photos, and dents of this part on the last of them. */
function inspect(
  images: Image[],
  {
    dentCm,
    part = 'ignore' as PartType,
    confirmations = [] as Confirmation[],
  }: { dentCm?: number; part?: PartType; confirmations?: Confirmation[] } = {},
): ComparableInspection {
  const { inspection, entities } = anyInspection({ images, confirmations });
  const imageId = images.at(-1)?.id ?? '';
  const side = (dentCm ?? 0) * SCALE.high;
  const boundingBox = { xmin: 1000, ymin: 1000, width: side, height: side / 2 };
  return {
    ...entities,
    inspections: { i: inspection },
    damages: dentCm ? { d: { id: 'd', damageType: 'dent', partType: part } as unknown as Damage } : {},
    views: dentCm
      ? { v: { id: 'v', imageId, damageId: 'd', boundingBox, polygons: [] } as unknown as View }
      : {},
  };
}

const laterPhoto = () => photoOf('left', { detectionLimit: limitOf(5) });

/** The status and the reason of a dent that only the later inspection has, and of one that only the earlier one has. */
function compareBothWays(
  without: ComparableInspection,
  dented: ComparableInspection,
  alignments: (isLater: boolean) => PhotoAlignment[] = () => [],
) {
  const [added] = compareInspections(without, dented, alignments(true));
  const [gone] = compareInspections(dented, without, alignments(false));
  return [added, gone].map((one) => one?.reason ?? one?.status);
}

test('a dent is new, or gone, if a model would have found it on a photo of the same side', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }), (most, dentCm) => {
      const without = inspect([photoOf('left', { detectionLimit: limitOf(most) })]);
      const expected = most <= dentCm ? ['new', 'gone'] : ['belowLimit', 'belowLimit'];
      expect(compareBothWays(without, inspect([laterPhoto()], { dentCm }))).toEqual(expected);
    }),
  );
});

test.each<[reason: string, photo: () => Image, part?: PartType]>([
  ['notCovered', () => photoOf('right', { detectionLimit: limitOf(1) })],
  ['notCovered', () => photoOf(undefined, { detectionLimit: limitOf(1) })],
  ['notCovered', () => photoOf('left', { detectionLimit: limitOf(1, 'hood') }), 'door_front_left'],
  ['notAnalysed', () => photoOf('left')],
  ['limitUnknown', () => photoOf('left', { detectionLimit: { model: 'damage 4.0.0', limits: [] } })],
  ['belowLimit', () => photoOf('left', { detectionLimit: limitOf() })],
])('a large dent is unclear: %s', (reason, photo, part) => {
  const dented = inspect([laterPhoto()], { dentCm: 60, ...(part && { part }) });
  expect(compareBothWays(inspect([photo()]), dented)).toEqual([reason, reason]);
});

test('a dent of unknown size is unclear', () => {
  const dented = inspect([photoOf('left')], { dentCm: 60 });
  const without = inspect([photoOf('left', { detectionLimit: limitOf(1) })]);
  expect(compareBothWays(without, dented)).toEqual(['limitUnknown', 'limitUnknown']);
});

test('a photo of the same part covers the place, with the limit of the part', () => {
  const dented = inspect([laterPhoto()], { dentCm: 20, part: 'hood' });
  const withLimit = (most: number) =>
    inspect([photoOf(undefined, { detectionLimit: limitOf(most, 'hood') })]);
  expect(compareBothWays(withLimit(15), dented)).toEqual(['new', 'gone']);
  expect(compareBothWays(withLimit(25), dented)).toEqual(['belowLimit', 'belowLimit']);
});

test('a user who looked at the photo of the side decides, whatever the limit', () => {
  const photo = photoOf('left');
  const dented = inspect([laterPhoto()], { dentCm: 2 });
  const looked = inspect([photo], { confirmations: [confirmationOf([photo])] });
  expect(compareBothWays(looked, dented)).toEqual(['new', 'gone']);
  const other = photoOf('right');
  const elsewhere = inspect([photo, other], { confirmations: [confirmationOf([other])] });
  expect(compareBothWays(elsewhere, dented)).toEqual(['notAnalysed', 'notAnalysed']);
});

test('an aligned photo covers the place only if the place lies on it', () => {
  const [photo, dentedPhoto] = [photoOf(undefined, { detectionLimit: limitOf(5) }), laterPhoto()];
  const [without, dented] = [inspect([photo]), inspect([dentedPhoto], { dentCm: 20 })];
  const align =
    (shift: number) =>
    (isLater: boolean): PhotoAlignment[] => {
      const support = [0.25, 0.27, 0.29].map((x): [number, number] => [isLater ? x - shift : x, 0.25]);
      const by = isLater ? shift : -shift;
      const [before, after] = isLater ? [photo, dentedPhoto] : [dentedPhoto, photo];
      return [
        { beforeImageId: before.id, afterImageId: after.id, mapping: [1, 0, by, 0, 1, 0, 0, 0], support },
      ];
    };
  expect(compareBothWays(without, dented, align(0.1))).toEqual(['new', 'gone']);
  expect(compareBothWays(without, dented, align(0.5))).toEqual(['notCovered', 'notCovered']);
});

test('without a detection limit and without a user, nothing is new and nothing is gone', () => {
  const side = fc.constantFrom('left', 'right', 'front', undefined);
  fc.assert(
    fc.property(fc.array(side, { maxLength: 8 }), fc.integer({ min: 1, max: 200 }), (sides, dentCm) => {
      const without = inspect(sides.map((one) => photoOf(one)));
      for (const outcome of compareBothWays(without, inspect([laterPhoto()], { dentCm })))
        expect(['notCovered', 'notAnalysed']).toContain(outcome);
    }),
  );
});
