import type { Viewpoint } from '../../../src/domain/enums.ts';
import { areNeighbours } from '../../../src/domain/sights/viewpoints.ts';
import { table } from '../../lib/table.ts';
import { type Interval, wilsonInterval } from './wilson-interval.ts';

/** A photo that a walk chose. */
export interface ChosenPhoto {
  /** The side that it was chosen for. */
  side: Viewpoint;
  /** The side that it shows according to its labels. */
  labelled: Viewpoint;
  /** The file that the video showed. */
  path: string;
  /** Whether the assessment of stored photos rejects it. */
  isPoor: boolean;
  /** Whether the user sees that something is wrong with it. */
  isMarked: boolean;
  /** How many others the user can take instead. */
  neighbours: number;
}

/** What walks gave. */
export interface WalkFigures {
  walks: number;
  frames: number;
  poorFrames: number;
  /** The sides that the videos show. */
  shown: number;
  /** Of those, the sides with a photo. */
  chosen: number;
  /** The different files among the chosen photos. */
  photos: number;
  right: number;
  /** Photos of a neighbouring side. */
  near: number;
  poor: number;
  marked: number;
  /** Poor photos that are not marked. */
  poorUnmarked: number;
  neighbours: number;
  /** Of the share of right sides, and of poor photos. */
  rightInterval: Interval;
  poorInterval: Interval;
}

export function createWalkFigures(
  walks: readonly { frames: number; poorFrames: number; shown: number; chosen: readonly ChosenPhoto[] }[],
): WalkFigures {
  const chosen = walks.flatMap((walk) => walk.chosen);
  const total = (figure: 'frames' | 'poorFrames' | 'shown') =>
    walks.reduce((sum, walk) => sum + walk[figure], 0);
  const count = (is: (photo: ChosenPhoto) => boolean) => chosen.filter(is).length;
  const photos = new Set(chosen.map(({ path }) => path)).size;
  const right = count(({ side, labelled }) => side === labelled);
  const poor = count(({ isPoor }) => isPoor);
  return {
    walks: walks.length,
    frames: total('frames'),
    poorFrames: total('poorFrames'),
    shown: total('shown'),
    chosen: chosen.length,
    photos,
    right,
    near: count(({ side, labelled }) => side !== labelled && areNeighbours(side, labelled)),
    poor,
    marked: count(({ isMarked }) => isMarked),
    poorUnmarked: count(({ isPoor, isMarked }) => isPoor && !isMarked),
    neighbours: chosen.reduce((sum, { neighbours }) => sum + neighbours, 0),
    // A photo that several walks play is one trial.
    rightInterval: wilsonInterval(divide(right, chosen.length), photos),
    poorInterval: wilsonInterval(divide(poor, chosen.length), photos),
  };
}

export function describeWalks(figures: WalkFigures): string {
  const { walks, frames, poorFrames, shown, chosen, photos, right, near, poor, marked } = figures;
  const { poorUnmarked, neighbours, rightInterval, poorInterval } = figures;
  return table(
    ['walks of real photos', ''],
    [
      ['walks', `${walks}`],
      ['frames, poor', `${frames}, ${toPercent(divide(poorFrames, frames))}`],
      ['sides shown, chosen', `${shown}, ${chosen} of ${photos} photos`],
      ['chosen photo shows the side', `${describeShare(right, chosen)} ${describeInterval(rightInterval)}`],
      ['a neighbouring side', describeShare(near, chosen)],
      ['another side', describeShare(chosen - right - near, chosen)],
      [
        'poor in the assessment of photos',
        `${describeShare(poor, chosen)} ${describeInterval(poorInterval)}`,
      ],
      ['of those, not marked for the user', `${poorUnmarked}`],
      ['marked for the user', describeShare(marked, chosen)],
      ['neighbours offered per photo', divide(neighbours, chosen).toFixed(1)],
    ],
    { left: 2 },
  );
}

const divide = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const toPercent = (share: number) => `${(100 * share).toFixed(1)} %`;
const describeShare = (part: number, whole: number) => `${part} (${toPercent(divide(part, whole))})`;
const describeInterval = ([low, high]: Interval) => `95 % CI ${toPercent(low)} to ${toPercent(high)}`;
