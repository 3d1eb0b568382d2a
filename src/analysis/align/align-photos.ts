import { countDifferentBits } from './descriptor.ts';
import {
  applyHomography,
  fitAffine,
  fitHomography,
  fitSimilarity,
  type Homography,
  type ImagePoint,
  type PointPair,
} from './homography.ts';
import type { PhotoFeatures } from './photo-features.ts';

/** Two features match if at most this many of 256 bits differ. */
const MAX_DIFFERENT_BITS = 76;
/** … and if the second-best match differs in clearly more. */
const MAX_RATIO = 0.86;
/** Samples of two matches. With 8 % right matches, one sample in 160 is right. */
const SAMPLES = 1500;
/** Samples are taken from, and tested with, this many of the best matches. */
const MAX_SAMPLED = 250;
/** In fractions of the longer side. The first is wide: a similarity only approximates a change of angle. */
const TOLERANCES = { similarity: 0.035, affine: 0.025, homography: 0.015 };
/** Photos of different places can have fewer agreeing matches. */
const MIN_AGREEING = 14;
/** A photo taken from 3 times the distance is another photo. */
const MAX_SCALE = 3;

/** Where the points of one photo are on another one, in fractions of the longer sides. */
export interface Alignment {
  mapping: Homography;
  /** Points of the first photo that were found on the second: near them, the mapping holds. */
  support: ImagePoint[];
}

/**
 * Finds where the points of one photo are on another photo of the same side of the vehicle.
 *
 * Features are matched, and the mapping with which most matches agree is fitted (RANSAC with fixed random numbers, so
 * that the same photos always give the same result).
 *
 * @returns Undefined if the photos do not show the same.
 */
export function alignPhotos(from: PhotoFeatures, to: PhotoFeatures): Alignment | undefined {
  const matches = matchFeatures(from, to);
  if (matches.length < MIN_AGREEING) return undefined;
  const rough = findSimilarity(matches.slice(0, MAX_SAMPLED));
  if (!rough) return undefined;
  const affine = fitAffine(filterAgreeing(matches, rough, TOLERANCES.similarity)) ?? rough;
  const near = filterAgreeing(matches, affine, TOLERANCES.affine);
  if (near.length < MIN_AGREEING) return undefined;
  const exact = fitHomography(near) ?? affine;
  const agreeing = filterAgreeing(matches, exact, TOLERANCES.homography);
  if (countPlaces(agreeing) < MIN_AGREEING) return undefined;
  const refined = fitHomography(agreeing) ?? exact;
  if (!isPlausible(refined, from)) return undefined;
  const support = filterAgreeing(matches, refined, TOLERANCES.homography).map((match) => match.from);
  return { mapping: refined, support };
}

/** Pairs features that are each other's best match; the best pairs first. */
function matchFeatures(from: PhotoFeatures, to: PhotoFeatures): PointPair[] {
  const best = new Int32Array(to.count).fill(-1);
  const bestBits = new Uint16Array(to.count).fill(257);
  const candidates: { i: number; j: number; bits: number }[] = [];
  for (let i = 0; i < from.count; i++) {
    let [first, second, at] = [257, 257, -1];
    for (let j = 0; j < to.count; j++) {
      const limit = Math.max(second, bestBits[j] ?? 0);
      const bits = countDifferentBits(from.descriptors, i, to.descriptors, j, limit);
      if (bits < (bestBits[j] ?? 0)) {
        bestBits[j] = bits;
        best[j] = i;
      }
      if (bits < first) {
        // The same point on a neighbouring scale is no rival.
        if (at < 0 || !isNear(to, at, j)) second = first;
        [first, at] = [bits, j];
      } else if (bits < second && !isNear(to, at, j)) second = bits;
    }
    if (first <= MAX_DIFFERENT_BITS && first <= MAX_RATIO * second)
      candidates.push({ i, j: at, bits: first });
  }
  return candidates
    .filter(({ i, j }) => best[j] === i)
    .sort((one, two) => one.bits - two.bits || one.i - two.i)
    .map(({ i, j }) => ({ from: pointOf(from, i), to: pointOf(to, j) }));
}

function pointOf({ points }: PhotoFeatures, index: number): [number, number] {
  return [points[2 * index] ?? 0, points[2 * index + 1] ?? 0];
}

function isNear(features: PhotoFeatures, i: number, j: number): boolean {
  const { points } = features;
  const dx = (points[2 * i] ?? 0) - (points[2 * j] ?? 0);
  const dy = (points[2 * i + 1] ?? 0) - (points[2 * j + 1] ?? 0);
  return Math.abs(dx) < 0.02 && Math.abs(dy) < 0.02;
}

function findSimilarity(matches: readonly PointPair[]): Homography | undefined {
  let state = 7;
  const pick = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return matches[Math.floor((state / 2 ** 32) * matches.length)];
  };
  let best: Homography | undefined;
  let most = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const [one, two] = [pick(), pick()];
    const candidate = one && two && one !== two && fitSimilarity(one, two);
    if (!candidate || !isUpright(candidate)) continue;
    const count = countAgreeing(matches, candidate, TOLERANCES.similarity);
    if (count > most) [most, best] = [count, candidate];
  }
  return best;
}

/** Photos are stored upright: the vehicle is tilted by at most 35 degrees, and neither tiny nor huge. */
function isUpright([a, , , b]: Homography): boolean {
  const scale = Math.hypot(a, b);
  return scale > 1 / MAX_SCALE && scale < MAX_SCALE && a > 0.82 * scale;
}

function isAgreeing({ from, to }: PointPair, mapping: Homography, tolerance: number): boolean {
  // As `applyHomography`, without an array: this runs a million times.
  const [px, py] = from;
  const w = mapping[6] * px + mapping[7] * py + 1;
  const dx = (mapping[0] * px + mapping[1] * py + mapping[2]) / w - to[0];
  const dy = (mapping[3] * px + mapping[4] * py + mapping[5]) / w - to[1];
  return dx * dx + dy * dy < tolerance * tolerance;
}

function countAgreeing(matches: readonly PointPair[], mapping: Homography, tolerance: number): number {
  let count = 0;
  for (const match of matches) if (isAgreeing(match, mapping, tolerance)) count += 1;
  return count;
}

function filterAgreeing(matches: readonly PointPair[], mapping: Homography, tolerance: number): PointPair[] {
  return matches.filter((match) => isAgreeing(match, mapping, tolerance));
}

/** Counts matches at different places: one strong corner on several scales is one place. */
function countPlaces(matches: readonly PointPair[]): number {
  return new Set(matches.map(({ from: [x, y] }) => `${Math.round(x * 50)}:${Math.round(y * 50)}`)).size;
}

/** A mapping of a real change of angle turns the photo's corners into a convex quadrilateral of about its size. */
function isPlausible(mapping: Homography, { size: { width, height } }: PhotoFeatures): boolean {
  const corners = (
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const
  ).map((corner) => applyHomography(mapping, corner));
  const isFront = (
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const
  ).every(([x, y]) => mapping[6] * x + mapping[7] * y + 1 > 0.2);
  const turns = corners.map(([x, y], index) => {
    const [u, v] = corners[(index + 1) % 4] ?? [0, 0];
    const [s, t] = corners[(index + 2) % 4] ?? [0, 0];
    return (u - x) * (t - v) - (v - y) * (s - u);
  });
  const area = (turns[0] ?? 0) / 2 + (turns[2] ?? 0) / 2;
  const change = area / (width * height);
  return isFront && turns.every((turn) => turn > 0) && change > 1 / MAX_SCALE ** 2 && change < MAX_SCALE ** 2;
}
