/**
 * Writes pictures of rendered VINs and their index, for the evaluation to read.
 *
 *   node --import tsx bench/eval/text/render-vins.ts <folder> [count]
 *   npm run eval -- ocr --data <folder>
 *
 * Half are clean, half degraded; `byKind` of the figures separates them. The fonts are those of this machine.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { cleanPicture, degradedPicture, drawVin } from './rendered-vin.ts';

const [folder, count = '200'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder that the pictures shall be written to.');
await mkdir(folder, { recursive: true });
const random = seededRandom(20_261_115);
const index = [];
for (let number = 0; number < Number(count); number += 1) {
  const [kind, picture] =
    number % 2 === 0 ? (['clean', cleanPicture] as const) : (['degraded', degradedPicture] as const);
  const text = drawVin(random);
  const file = `${kind}-${number}.jpg`;
  await writeFile(join(folder, file), await picture(text, random));
  index.push({ file, text, imageType: 'VIN', kind });
}
await writeFile(join(folder, 'index.json'), JSON.stringify(index, null, 1));
console.log(`${index.length} pictures in ${folder}`);
