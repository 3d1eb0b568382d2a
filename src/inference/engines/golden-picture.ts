import { letterbox, type RgbPixels } from '../../analysis/detection/letterbox.ts';
import type { ModelEntry } from '../../analysis/model-manifest.ts';
import type { Tensors } from './engine.ts';

/** Returns the golden picture as the input of a model. */
export function createGoldenInput({ input, goldenSide }: Pick<ModelEntry, 'input' | 'goldenSide'>): Tensors {
  const picture = drawGoldenPicture(goldenSide);
  const data = letterbox(picture, picture);
  return { [input.name]: { dims: [1, 3, goldenSide, goldenSide], data } };
}

/**
 * Draws the picture of every self-test: a dark disc on a diagonal gradient with noise.
 *
 * It uses integers only, so that every runtime draws the same bytes. It does not look like a car: it excites edges,
 * areas and texture.
 */
export function drawGoldenPicture(side: number): RgbPixels & { channels: 3 } {
  const data = new Uint8Array(side * side * 3);
  let seed = 20_261_115;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      // The linear congruential generator of Numerical Recipes; only its upper bits are random.
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const noise = (seed >>> 24) & 31;
      const isInDisc = (2 * x - side) ** 2 + (2 * y - side) ** 2 < (side * side) / 3;
      const shade = isInDisc ? 40 : Math.floor(((x + 2 * y) * 60) / side);
      const at = (y * side + x) * 3;
      data[at] = shade + noise;
      data[at + 1] = (isInDisc ? 30 : 200 - shade) + (noise >> 1);
      data[at + 2] = ((x >> 3) + (y >> 3)) % 2 === 0 ? 180 : 90;
    }
  }
  return { data, width: side, height: side, channels: 3 };
}
