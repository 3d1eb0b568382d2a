import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { convertCoco, isCoco } from './coco.ts';
import { assignSplit, type TrainingRecord } from './training-record.ts';

/**
 * Reads a folder of labelled photos: `index.json`, or photos and one COCO file.
 *
 * @throws Error if the folder has neither, or a photo is missing
 */
export async function readDataset(folder: string): Promise<TrainingRecord[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  const records = files.includes('index.json')
    ? completeRecords(await readJson(join(folder, 'index.json')), basename(resolve(folder)))
    : await readCoco(folder, files);
  for (const { file } of records) {
    const exists = await stat(join(folder, file)).catch(() => undefined);
    if (!exists) throw new Error(`${join(folder, file)} does not exist, but the labels name it.`);
  }
  return records;
}

async function readCoco(folder: string, files: readonly string[]): Promise<TrainingRecord[]> {
  const cocoFiles = [];
  for (const file of files) {
    const json = await readJson(join(folder, file));
    if (isCoco(json)) cocoFiles.push(json);
  }
  const [coco, ...more] = cocoFiles;
  if (!coco || more.length > 0)
    throw new Error(
      `${folder} has ${cocoFiles.length} COCO files and no index.json. Expected index.json or exactly one COCO file.`,
    );
  return convertCoco(coco, basename(resolve(folder)));
}

/** Adds the defaults of optional fields. A record without a split gets one by its position. */
export function completeRecords(json: unknown, set: string): TrainingRecord[] {
  if (!Array.isArray(json)) throw new Error('index.json: expected an array of records');
  return json.map((record: Partial<TrainingRecord>, index) => {
    const { file, width, height, labelled } = record;
    if (!file || !width || !height || !labelled)
      throw new Error(`index.json: record ${index} needs file, width, height and labelled`);
    const defaults = { set, split: assignSplit(index), stretched: false, boxes: [], ignore: [] };
    return { ...defaults, ...record, file, width, height, labelled };
  });
}

/** Rewrites the paths of records for an index in another folder. */
export function relocate(records: readonly TrainingRecord[], from: string, to: string): TrainingRecord[] {
  return records.map((record) => ({ ...record, file: relative(to, resolve(from, record.file)) }));
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
