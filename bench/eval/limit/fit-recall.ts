import { calibrate } from '../../../src/analysis/detection/detections.ts';
import type { RecallCurve } from '../../../src/analysis/model-manifest.ts';
import type { Random } from '../../../test/fixtures/random.ts';
import { fitCalibration } from '../fit-calibration.ts';
import { resampleFigure } from '../resample.ts';
import type { Mark, MarkedPhoto } from './marks.ts';

/** A curve needs this many marks on photos of a known scale. */
const ENOUGH = 60;
/** The curve is constant beyond the sizes of all but this fraction of the marks at each end. */
const OUTSIDE = 0.025;
/** The size at the centre of the fitted line, in pixels. */
const CENTRE = 64;
/** Without any mark. */
const PRIOR = { slope: 1.5, offset: 0 };

type RecallOfSize = (pixels: number) => number;

/**
 * Fits the recall of a type by size: a logistic function of the logarithm of the size.
 *
 * It holds for photos of a known scale, which show much of a vehicle: at the same size, the model finds less on them than on
 * close-ups. The other photos only give the line from which it starts.
 *
 * @returns undefined if there are too few marks.
 */
export function fitRecall(photos: readonly MarkedPhoto[], type: string): RecallOfSize | undefined {
  const all = marksOf(photos, type);
  const known = marksOf(photos.filter(isScaleKnown), type);
  if (known.length < ENOUGH) return undefined;
  const line = fitCalibration(toOutcomes(known), fitCalibration(toOutcomes(all), PRIOR));
  const { from, to } = findRange(known);
  return (pixels) => calibrate(toScore(Math.min(to, Math.max(from, pixels))), line);
}

/** Returns the curve of a type for the manifest, with intervals by bootstrap of clusters of photos. */
export function createRecallCurve(
  photos: readonly MarkedPhoto[],
  type: string,
  random: Random,
): Omit<RecallCurve, 'data'> | undefined {
  const recall = fitRecall(photos, type);
  if (!recall) return undefined;
  const clusters = groupByCluster(photos);
  const known = photos.filter(isScaleKnown);
  const points = listSizes(findRange(marksOf(known, type))).map((pixels) => {
    const figure = (drawn: readonly MarkedPhoto[][]) => fitRecall(drawn.flat(), type)?.(pixels) ?? Number.NaN;
    const [low, high] = resampleFigure(clusters, figure, random);
    return { pixels, recall: round(recall(pixels)), interval: [round(low), round(high)] as [number, number] };
  });
  return {
    points,
    marks: marksOf(known, type).length,
    photos: known.filter(({ marks }) => marks.some((mark) => mark.type === type)).length,
  };
}

function isScaleKnown({ scale }: MarkedPhoto): boolean {
  return scale !== undefined;
}

function marksOf(photos: readonly MarkedPhoto[], type: string): Mark[] {
  return photos.flatMap(({ marks }) => marks.filter((mark) => mark.type === type));
}

function toOutcomes(marks: readonly Mark[]) {
  return marks.map(({ pixels, found }) => ({ score: toScore(pixels), right: found }));
}

/** The logit of the score is the logarithm of the size. */
function toScore(pixels: number): number {
  return pixels / (pixels + CENTRE);
}

function findRange(marks: readonly Mark[]): { from: number; to: number } {
  const sizes = marks.map(({ pixels }) => pixels).sort((a, b) => a - b);
  const outside = Math.floor(sizes.length * OUTSIDE);
  return { from: sizes[outside] ?? CENTRE, to: sizes.at(-1 - outside) ?? CENTRE };
}

/** Returns the ends of the range and the powers of 2 in it, in whole pixels. */
function listSizes({ from, to }: { from: number; to: number }): number[] {
  const powers = Array.from({ length: 12 }, (_, power) => 2 ** power);
  const within = powers.filter((size) => size > from * 1.2 && size < to / 1.2);
  return [...new Set([Math.max(1, Math.round(from)), ...within, Math.round(to)])];
}

export function groupByCluster(photos: readonly MarkedPhoto[]): MarkedPhoto[][] {
  const clusters = new Map<string, MarkedPhoto[]>();
  for (const photo of photos) clusters.set(photo.cluster, [...(clusters.get(photo.cluster) ?? []), photo]);
  return [...clusters.values()];
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
