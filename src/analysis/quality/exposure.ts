import type { GrayImage } from './gray.ts';
import { QUALITY_HALF_POINTS, toScore } from './thresholds.ts';

/** The number of pixels of each of the 256 tones. */
interface ToneHistogram {
  counts: Uint32Array;
  pixels: number;
}

/** JPEG encodes white a few levels below 255. */
const WHITE = 250;
/** Tones from here on count as burnt out by a light source. */
const GLARE_TONE = 245;
/** The burnt-out fraction at which lens flare is likely. The reflection of a lamp is smaller. */
const GLARE_FRACTION = 0.03;

/** Counts the tones of an image without a margin on each side, given as a fraction: 0 counts the whole image. */
export function countTones({ width, height, data }: GrayImage, margin: number): ToneHistogram {
  const counts = new Uint32Array(256);
  const [left, top] = [Math.floor(width * margin), Math.floor(height * margin)];
  for (let y = top; y < height - top; y++) {
    for (let at = y * width + left; at < y * width + width - left; at++) {
      const tone = data[at] ?? 0;
      counts[tone] = (counts[tone] ?? 0) + 1;
    }
  }
  return { counts, pixels: Math.max(0, width - 2 * left) * Math.max(0, height - 2 * top) };
}

/**
 * Returns the brightness of the bright areas, 0 to 1. Dark areas are ignored: tyres and black paint are dark in any
 * light. The brightest tones alone do not decide either: a lamp at night is bright.
 */
export function measureBrightness(tones: ToneHistogram): number {
  return (toneAtQuantile(tones, 0.75) + toneAtQuantile(tones, 0.95)) / 2;
}

/** Returns the fraction that is clipped to white, where no scratch is visible. */
export function measureClipping(tones: ToneHistogram): number {
  return fractionFrom(tones, WHITE);
}

/**
 * Returns the lens flare score, 0 to 1. Stray light in the lens burns out a spot and puts a veil over the rest, so that
 * nothing is black. Both must be present: in a clear photo, tyres, gaps and glass are black however bright the sky is. A
 * photo that is burnt out everywhere is overexposed, not flared.
 */
export function scoreLensFlare(tones: ToneHistogram): number {
  const burntOut = fractionFrom(tones, GLARE_TONE);
  const veil = toScore(toneAtQuantile(tones, 0.02), QUALITY_HALF_POINTS.darkest);
  return Math.sqrt(burntOut / (burntOut + GLARE_FRACTION)) * (1 - burntOut) * veil;
}

/** Returns the tone, 0 to 1, that a fraction of the pixels does not exceed. */
function toneAtQuantile({ counts, pixels }: ToneHistogram, fraction: number): number {
  let below = 0;
  for (let tone = 0; tone < 256; tone++) {
    below += counts[tone] ?? 0;
    if (below >= fraction * pixels && below > 0) return tone / 255;
  }
  return 0;
}

/** Returns the fraction of the pixels with this tone (0 to 255) or a brighter one. */
function fractionFrom({ counts, pixels }: ToneHistogram, tone: number): number {
  let bright = 0;
  for (let at = tone; at < 256; at++) bright += counts[at] ?? 0;
  return pixels === 0 ? 0 : bright / pixels;
}
