// npm run bench -- text: the shipped OCR and tesseract.js on the same real crops, alternately: accuracy and time.
//
// KERBSIDE_TEXT_PICTURES=… takes another number of each set (all: Infinity).
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TEXT_DECODE_SIDE, TextReader, toImageText } from '../../src/inference/tasks/text-reader.ts';
import { loadModel } from '../../src/node/models/load-model.ts';
import { readManifest } from '../../src/node/models/model-files.ts';
import { decodeUpright } from '../../src/node/photo/decode-upright.ts';
import { getReadText } from '../eval/text/read-of.ts';
import { type ScoredText, textFigures } from '../eval/text/text-figures.ts';
import { readTextRecords, type TextRecord } from '../eval/text/text-records.ts';
import { finish } from '../lib/report.ts';
import { milliseconds, type Row, row } from '../lib/row.ts';
import { summary } from '../lib/samples.ts';
import { openTesseract, readWithTesseract } from './tesseract.ts';

const DATA = '../shared/data/ocr';
const SETS = ['plates_us', 'vin', 'odometer'];
const MANIFEST = 'models/manifest.json';
const READERS = ['tesseract', 'kerbside'] as const;
const most = Number(process.env.KERBSIDE_TEXT_PICTURES ?? 20);

type Reader = (typeof READERS)[number];
type Readers = Record<Reader, (record: TextRecord) => Promise<string>>;

const present = SETS.filter((set) => existsSync(join(DATA, set, 'index.json')));
const absent = SETS.filter((set) => !present.includes(set));
finish({
  bench: 'text',
  rows: present.length > 0 ? await measure() : [],
  skipped: absent.map((set) => `${set}: ${DATA} is not on this machine`),
  details: { most },
});

async function measure(): Promise<Row[]> {
  const reader = await openReader();
  const tesseract = await openTesseract();
  const readers: Readers = {
    tesseract: ({ path, imageType }) => readWithTesseract(tesseract, path, imageType),
    async kerbside({ path, imageType }) {
      const photo = await decodeUpright(new Uint8Array(await readFile(path)).buffer, TEXT_DECODE_SIDE);
      return getReadText(toImageText(await reader.read(photo, { imageType }), photo, imageType));
    },
  };
  const rows: Row[] = [];
  for (const set of present) rows.push(...(await readSet(set, readers)));
  await tesseract.terminate();
  return rows;
}

async function openReader(): Promise<TextReader> {
  const { models } = await readManifest(MANIFEST);
  const names = models.filter(({ task }) => task === 'images_ocr').map(({ name }) => name);
  return new TextReader(await Promise.all(names.map((name) => loadModel(MANIFEST, name))));
}

async function readSet(set: string, readers: Readers): Promise<Row[]> {
  const records = sample(await readTextRecords(join(DATA, set)));
  const scored: Record<Reader, ScoredText[]> = { kerbside: [], tesseract: [] };
  const times: Record<Reader, number[]> = { kerbside: [], tesseract: [] };
  for (const [turn, record] of records.entries()) {
    for (const name of turn % 2 === 0 ? READERS : READERS.toReversed()) {
      const start = performance.now();
      const read = await readers[name](record);
      times[name].push(performance.now() - start);
      scored[name].push({ truth: record.text, read, confidence: 0 });
    }
  }
  const took = { kerbside: summary(times.kerbside), tesseract: summary(times.tesseract) };
  const percent = (share: number) => ({ figure: 100 * share, unit: '%', runs: records.length });
  return READERS.flatMap((name) => {
    const { exact, characterErrorRate } = textFigures(scored[name]);
    const compared = name === 'kerbside' && { ratio: took.kerbside.median / took.tesseract.median };
    return [
      row(`${set}, ${name}: read exactly`, percent(exact)),
      row(`${set}, ${name}: signs wrong`, percent(characterErrorRate)),
      row(`${set}, ${name}: a picture`, { ...milliseconds(took[name]), ...compared }),
    ];
  });
}

/** Selects evenly spaced pictures, the same ones each time. */
function sample(records: readonly TextRecord[]): TextRecord[] {
  const step = Math.max(1, records.length / most);
  return Array.from({ length: Math.min(records.length, most) }, (_, index) =>
    records.at(Math.floor(index * step)),
  ).filter((record) => record !== undefined);
}
