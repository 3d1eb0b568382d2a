// npm run bench -- text: our reader and tesseract.js on the same real crops, in turns: how often right, how long.
//
// KERBSIDE_TEXT_PICTURES=… takes another number of each set (all: Infinity).
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageText } from '../../src/inference/text-analysis.ts';
import { READING_SIDE, TextReader } from '../../src/inference/text-reader.ts';
import { loadModel, readManifest } from '../../src/node/load-model.ts';
import { uprightPhoto } from '../../src/node/upright-photo.ts';
import { readOf } from '../eval/text/read-of.ts';
import { type JudgedText, textFigures } from '../eval/text/text-figures.ts';
import { readTextRecords, type TextRecord } from '../eval/text/text-records.ts';
import { summary } from '../lib/samples.ts';
import { table } from '../lib/table.ts';
import { openTesseract, readWithTesseract } from './tesseract.ts';

const DATA = '../shared/data/ocr';
const SETS = ['plates_us', 'vin', 'odometer'];
const MANIFEST = 'models/manifest.json';
const most = Number(process.env.KERBSIDE_TEXT_PICTURES ?? 40);

/** Evenly spread over the set, so that the same pictures come each time. */
function sample(records: readonly TextRecord[]): TextRecord[] {
  const step = Math.max(1, records.length / most);
  return Array.from({ length: Math.min(records.length, most) }, (_, index) =>
    records.at(Math.floor(index * step)),
  ).filter((record) => record !== undefined);
}

async function openReader(): Promise<TextReader> {
  const { models } = await readManifest(MANIFEST);
  const names = models.filter(({ task }) => task === 'images_ocr').map(({ name }) => name);
  return new TextReader(await Promise.all(names.map((name) => loadModel(MANIFEST, name))));
}

async function main(): Promise<void> {
  const present = SETS.filter((set) => existsSync(join(DATA, set, 'index.json')));
  if (present.length === 0) {
    console.log(`Left out: there are no labelled crops in ${DATA}.`);
    return;
  }
  const reader = await openReader();
  const tesseract = await openTesseract();
  const ways = {
    async kerbside({ path, imageType }: TextRecord) {
      const photo = await uprightPhoto(new Uint8Array(await readFile(path)).buffer, READING_SIDE);
      return readOf(imageText(await reader.read(photo, imageType), photo, imageType));
    },
    tesseract: ({ path, imageType }: TextRecord) => readWithTesseract(tesseract, path, imageType),
  };
  const results: Record<string, object> = {};
  const rows: string[][] = [];
  for (const set of present) {
    const records = sample(await readTextRecords(join(DATA, set)));
    const judged: Record<keyof typeof ways, JudgedText[]> = { kerbside: [], tesseract: [] };
    const times: Record<keyof typeof ways, number[]> = { kerbside: [], tesseract: [] };
    for (const [turn, record] of records.entries()) {
      const names = ['kerbside', 'tesseract'] as const;
      for (const name of turn % 2 === 0 ? names : names.toReversed()) {
        const start = performance.now();
        const read = await ways[name](record);
        times[name].push(performance.now() - start);
        judged[name].push({ truth: record.text, read, confidence: 0 });
      }
    }
    for (const name of ['kerbside', 'tesseract'] as const) {
      const { images, exact, characterErrorRate } = textFigures(judged[name]);
      const { median } = summary(times[name]);
      results[`${set} ${name}`] = { images, exact, characterErrorRate, median };
      const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
      rows.push([
        `${set}, ${name}`,
        String(images),
        percent(exact),
        percent(characterErrorRate),
        median.toFixed(0),
      ]);
    }
  }
  await tesseract.terminate();
  console.log(table(['', 'pictures', 'exact', 'character errors', 'median ms'], rows));
  console.log(JSON.stringify(results));
}

await main();
