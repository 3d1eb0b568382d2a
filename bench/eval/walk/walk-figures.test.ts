import { describe, expect, it } from 'vitest';
import { VIEWPOINTS } from '../../../src/domain/enums.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { planWalks } from './plan-walks.ts';
import { type ChosenPhoto, createWalkFigures, describeWalks } from './walk-figures.ts';
import { findPhotoAt } from './walk-video.ts';
import { wilsonInterval } from './wilson-interval.ts';

const PHOTOS = VIEWPOINTS.flatMap((side, n) =>
  Array.from({ length: n + 1 }, (_, nth) => ({ side, path: `${side} ${nth}` })),
);

describe('planWalks', () => {
  const walks = planWalks(PHOTOS, seededRandom(1));

  it('shows every photo, one of each side per walk, side by side', () => {
    expect(new Set(walks.flat().map(({ path }) => path)).size).toBe(PHOTOS.length);
    expect(walks).toHaveLength(VIEWPOINTS.length);
    for (const walk of walks) {
      const places = walk.map(({ side }) => VIEWPOINTS.indexOf(side));
      expect(places.toSorted()).toEqual(VIEWPOINTS.map((_, place) => place));
      const steps = places.slice(1).map((place, n) => (place - (places[n] ?? 0) + 8) % 8);
      expect([[1], [7]]).toContainEqual([...new Set(steps)]);
    }
  });

  it('leaves a side without photos out', () => {
    const [walk = []] = planWalks(
      PHOTOS.filter(({ side }) => side !== 'back'),
      seededRandom(1),
    );
    expect(walk.map(({ side }) => side)).not.toContain('back');
    expect(walk).toHaveLength(7);
  });
});

it('knows which photo a video shows at which time', () => {
  const [first, second, last] = [PHOTOS[0], PHOTOS[1], PHOTOS[2]];
  if (!first || !second || !last) throw new Error('There are photos.');
  const shown = [0, 2000, 2399.9, 4400, 4800, 7200].map((at) => findPhotoAt([first, second, last], at));
  expect(shown).toEqual([first, first, second, second, last, last]);
});

it('counts right sides, poor photos and those that the user is not told of', () => {
  const photo: ChosenPhoto = {
    side: 'left',
    labelled: 'left',
    path: 'a',
    isPoor: false,
    isMarked: false,
    neighbours: 3,
  };
  const walk = {
    frames: 6,
    poorFrames: 2,
    shown: 5,
    chosen: [
      photo,
      { ...photo, path: 'b', labelled: 'front_left' as const },
      { ...photo, path: 'c', labelled: 'right' as const, isPoor: true },
      { ...photo, isPoor: true, isMarked: true, neighbours: 0 },
    ],
  };
  const figures = createWalkFigures([walk, walk]);
  expect(figures).toMatchObject({
    walks: 2,
    frames: 12,
    poorFrames: 4,
    shown: 10,
    chosen: 8,
    photos: 3,
    right: 4,
    near: 2,
    poor: 4,
    marked: 2,
    poorUnmarked: 2,
    neighbours: 18,
  });
  expect(figures.rightInterval).toEqual(wilsonInterval(0.5, 3));
  expect(describeWalks(figures)).toMatch(/another side +2 \(25\.0 %\)/);
});

it('has figures if no photo was chosen', () => {
  const figures = createWalkFigures([{ frames: 0, poorFrames: 0, shown: 5, chosen: [] }]);
  expect(figures).toMatchObject({ chosen: 0, rightInterval: [0, 1], poorInterval: [0, 1] });
  expect(describeWalks(figures)).not.toContain('NaN');
});

it('an interval has a width also where all trials succeed', () => {
  const [low, high] = wilsonInterval(1, 42);
  expect([low.toFixed(3), high]).toEqual(['0.916', 1]);
  expect(wilsonInterval(0.5, 100).map((bound) => bound.toFixed(3))).toEqual(['0.404', '0.596']);
});
