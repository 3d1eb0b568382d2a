import type { Size } from '../geometry/size.ts';
import type { GrayImage } from '../quality/gray.ts';
import { findCorners } from './corners.ts';
import { DESCRIPTOR_RADIUS, DESCRIPTOR_WORDS, describePoint } from './descriptor.ts';
import { resize, smooth } from './pyramid.ts';

/** Distinctive points of a photo, each with a descriptor by which it is found on another photo. */
export interface PhotoFeatures {
  /** Width and height of the photo, in fractions of the longer side. */
  size: Size;
  count: number;
  /** `x, y` of each point, in fractions of the longer side. */
  points: Float32Array;
  /** {@link DESCRIPTOR_WORDS} words of 32 bits for each point. */
  descriptors: Uint32Array;
}

/** Photos are scaled to this longer side: enough for door gaps and handles, and a few milliseconds per photo. */
export const FEATURE_SIDE = 512;
/** Two photos of one side differ in distance. Each scale is this much smaller than the one before. */
const SCALE_STEP = 1.26;
const MIN_SIDE = 80;
const MAX_SCALES = 6;
const POINTS_PER_SCALE = [180, 140, 100, 70, 50, 40];

/** Finds the features of a grey photo. Larger photos are scaled to {@link FEATURE_SIDE} first. */
export function findFeatures(photo: GrayImage): PhotoFeatures {
  const longer = Math.max(photo.width, photo.height);
  const points: number[] = [];
  const descriptors: number[] = [];
  for (let scale = 0; scale < MAX_SCALES; scale++) {
    const side = Math.min(longer, FEATURE_SIDE) / SCALE_STEP ** scale;
    if (side < MIN_SIDE) break;
    const level = smooth(resize(photo, side / longer));
    for (const { x, y } of findCorners(level, POINTS_PER_SCALE[scale] ?? 0, DESCRIPTOR_RADIUS)) {
      points.push(
        (x + 0.5) / Math.max(level.width, level.height),
        (y + 0.5) / Math.max(level.width, level.height),
      );
      descriptors.push(...describePoint(level, x, y));
    }
  }
  return {
    size: { width: photo.width / longer, height: photo.height / longer },
    count: descriptors.length / DESCRIPTOR_WORDS,
    points: Float32Array.from(points),
    descriptors: Uint32Array.from(descriptors),
  };
}
