import type { Size } from '../../analysis/geometry/size.ts';
import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { letterbox, type RgbPixels } from '../../analysis/pixels/letterbox.ts';
import type { Tensors } from '../engine.ts';

/**
 * Returns the golden picture as the input of a model.
 *
 * @param size By default, the square of the model's golden outputs.
 */
export function createGoldenInput(
  { input, goldenSide }: Pick<ModelEntry, 'input' | 'goldenSide'>,
  { width, height }: Size = { width: goldenSide, height: goldenSide },
): Tensors {
  const picture = drawGoldenPicture(width, height);
  return { [input.name]: { dims: [1, 3, height, width], data: letterbox(picture, picture) } };
}

/**
 * Draws the picture of every self-test: a dark disc on a diagonal gradient with noise.
 *
 * It uses integers only, so that every runtime draws the same bytes. It does not look like a car: it excites edges,
 * areas and texture.
 */
export function drawGoldenPicture(width: number, height = width): RgbPixels & { channels: 3 } {
  const data = new Uint8Array(width * height * 3);
  const diameter = Math.min(width, height);
  let seed = 20_261_115;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      // The linear congruential generator of Numerical Recipes; only its upper bits are random.
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const noise = (seed >>> 24) & 31;
      const isInDisc = (2 * x - width) ** 2 + (2 * y - height) ** 2 < (diameter * diameter) / 3;
      const shade = isInDisc ? 40 : Math.floor(((x + 2 * y) * 60) / diameter) % 200;
      const at = (y * width + x) * 3;
      data[at] = shade + noise;
      data[at + 1] = (isInDisc ? 30 : 200 - shade) + (noise >> 1);
      data[at + 2] = ((x >> 3) + (y >> 3)) % 2 === 0 ? 180 : 90;
    }
  }
  return { data, width, height, channels: 3 };
}

/** Returns the picture as decoded pixels. */
export function toRgba({ data: rgb, width, height }: RgbPixels) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let at = 0; at < width * height; at += 1) data.set(rgb.subarray(3 * at, 3 * at + 3), 4 * at);
  return { data, width, height };
}
