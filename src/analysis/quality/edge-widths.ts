import { binomial } from './binomial.ts';
import type { GrayPicture } from './gray.ts';

/**
 * How wide edges are, counted by direction, strength and width.
 *
 * A photo is smoothed a little and then some more. Smoothing flattens a sharp edge far more than a soft one, and the
 * ratio of the two gradients at an edge tells its blur whatever its contrast: for an edge of sigma s the squared
 * gradients are as (s² + coarse) to (s² + fine). Panels, skies and dark corners have no edges and so have no say.
 */
export interface EdgeWidths {
  /** `counts[(direction * STRENGTHS + strength) * WIDTHS + width]` */
  counts: Uint32Array;
}

/** Across, down, and the two diagonals: a hand that moves blurs the edges of some directions only. */
export const DIRECTIONS = 4;
/** From 0.5, 1 and 2 levels of 255 a pixel. */
export const STRENGTHS = 3;
/** Bins of an eighth of a pixel of sigma; the last one also holds everything wider. */
export const WIDTHS = 128;
export const BINS_PER_PIXEL = 8;

/** Variances of the two smoothings in square pixels, each with what the central difference adds. */
const fineVariance = 0.5 + 1 / 3;
const coarseVariance = 2.5 + 1 / 3;

/** What noise of variance 1 leaves in the squared gradients, from the taps of the filters. */
const fineNoise = 0.469;
const coarseNoise = 0.035;

export function edgeWidths({ width, height, data }: GrayPicture): EdgeWidths {
  const counts = new Uint32Array(DIRECTIONS * STRENGTHS * WIDTHS);
  const fine = binomial(data, width, height, 1);
  const coarse = binomial(fine, width, height, 2);
  const noise = noiseVariance(data, fine);
  const steepness = squaredGradients(coarse, width, height);
  // In squared levels per two pixels. An edge has to stand out of the noise in the fine picture too.
  const weakest = Math.max(1, 4 * fineNoise * noise);

  for (let y = 2; y < height - 2; y++) {
    for (let at = y * width + 2; at < y * width + width - 2; at++) {
      const steep = steepness[at] ?? 0;
      if (steep < weakest) continue;
      const direction = directionOf(
        (coarse[at + 1] ?? 0) - (coarse[at - 1] ?? 0),
        (coarse[at + width] ?? 0) - (coarse[at - width] ?? 0),
      );
      const ahead = direction === 0 ? 1 : direction === 1 ? width : direction === 2 ? width + 1 : width - 1;
      // Only the crest of an edge counts: its slopes say nothing about its width.
      if (steep < (steepness[at - ahead] ?? 0) || steep < (steepness[at + ahead] ?? 0)) continue;

      const dx = (fine[at + 1] ?? 0) - (fine[at - 1] ?? 0);
      const dy = (fine[at + width] ?? 0) - (fine[at - width] ?? 0);
      const fineSteep = (dx * dx + dy * dy) / 16 ** 2 - fineNoise * noise;
      const sigma = sigmaOf(fineSteep / (steep - coarseNoise * noise));
      const bin = Math.min(WIDTHS - 1, Math.floor(sigma * BINS_PER_PIXEL));
      const strength = steep >= 16 ? 2 : steep >= 4 ? 1 : 0;
      const slot = (direction * STRENGTHS + strength) * WIDTHS + bin;
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
  }
  return { counts };
}

/** Of the coarse picture, in levels per two pixels; 0 at the border. */
function squaredGradients(coarse: Uint16Array, width: number, height: number): Float32Array {
  const squared = new Float32Array(coarse.length);
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < y * width + width - 1; at++) {
      const dx = ((coarse[at + 1] ?? 0) - (coarse[at - 1] ?? 0)) / 256;
      const dy = ((coarse[at + width] ?? 0) - (coarse[at - width] ?? 0)) / 256;
      squared[at] = dx * dx + dy * dy;
    }
  }
  return squared;
}

function directionOf(dx: number, dy: number): number {
  const across = Math.abs(dx);
  const down = Math.abs(dy);
  if (across > 2 * down) return 0;
  if (down > 2 * across) return 1;
  return dx > 0 === dy > 0 ? 2 : 3;
}

function sigmaOf(ratio: number): number {
  if (ratio <= 1.001) return WIDTHS / BINS_PER_PIXEL;
  return Math.sqrt(Math.max(0, (coarseVariance - fineVariance * ratio) / (ratio - 1)));
}

/**
 * Sensor noise from what the lightest smoothing takes away in the calmest third of the picture, which is free of
 * detail in almost every photo. JPEG may have wiped noise off just there; then edges have little of it too.
 */
function noiseVariance(data: Uint16Array, fine: Uint16Array): number {
  const counts = new Uint32Array(16 * 32);
  let seen = 0;
  // An odd stride, so that rows of any width are met at different columns.
  for (let at = 0; at < data.length; at += 7, seen++) {
    const difference = Math.min(counts.length - 1, Math.abs(16 * (data[at] ?? 0) - (fine[at] ?? 0)));
    counts[difference] = (counts[difference] ?? 0) + 1;
  }
  let below = 0;
  let calm = 0;
  while (calm < counts.length && below + (counts[calm] ?? 0) <= 0.3 * seen) below += counts[calm++] ?? 0;
  // Of normally distributed noise the smoothing takes 0.8 sigma away, and 30 % lie within 0.385 sigma.
  return (calm / 16 / (0.8 * 0.385)) ** 2;
}
