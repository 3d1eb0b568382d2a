import type { RgbPixels } from '../../analysis/detection/letterbox.ts';

/**
 * The picture of every golden test: a dark disc on a slanted gradient with noise, in whole numbers only, so that
 * each runtime draws the same bytes. It is not meant to look like a car: it excites edges, areas and texture.
 */
export function drawGoldenPicture(side: number): RgbPixels & { channels: 3 } {
  const data = new Uint8Array(side * side * 3);
  let seed = 20_261_115;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      // Numerical Recipes' generator; its upper bits are the random ones.
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const noise = (seed >>> 24) & 31;
      const inDisc = (2 * x - side) ** 2 + (2 * y - side) ** 2 < (side * side) / 3;
      const shade = inDisc ? 40 : Math.floor(((x + 2 * y) * 60) / side);
      const at = (y * side + x) * 3;
      data[at] = shade + noise;
      data[at + 1] = (inDisc ? 30 : 200 - shade) + (noise >> 1);
      data[at + 2] = ((x >> 3) + (y >> 3)) % 2 === 0 ? 180 : 90;
    }
  }
  return { data, width: side, height: side, channels: 3 };
}
