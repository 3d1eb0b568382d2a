/**
 * Writes pictures of rendered plates of several countries and their index, for the evaluation to read.
 *
 *   node --import tsx bench/eval/text/render-plates.ts <folder> [count of each layout]
 *   npm run eval -- ocr --data <folder>
 *
 * `byKind` of the figures separates the layouts.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { drawPlateNumber, PLATE_LAYOUTS, renderPlate } from './rendered-plate.ts';

const [folder, count = '12'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder to write to.');
await mkdir(folder, { recursive: true });
const random = seededRandom(11);
const records: { file: string; text: string; imageType: string; kind: string }[] = [];
for (const [code, layout] of Object.entries(PLATE_LAYOUTS))
  for (let index = 0; index < Number(count); index += 1) {
    const number = drawPlateNumber(layout, random);
    const file = `${code}-${index}.jpg`;
    await writeFile(join(folder, file), await renderPlate(number, layout, random));
    records.push({ file, text: number.replace(/[^A-Z0-9]/g, ''), imageType: 'plate', kind: code });
  }
await writeFile(join(folder, 'index.json'), JSON.stringify(records));
console.log(`${records.length} plates -> ${folder}`);
