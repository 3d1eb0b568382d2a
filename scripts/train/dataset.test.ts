import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeRecords, readDataset, relocate } from './dataset.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kerbside-train-')), 'yard');
  await mkdir(folder);
  await writeFile(join(folder, 'a.jpg'), '');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const write = (name: string, json: unknown) => writeFile(join(folder, name), JSON.stringify(json));
const image = { id: 1, file_name: 'a.jpg', width: 640, height: 480 };
const coco = { images: [image], annotations: [], categories: [{ id: 1, name: 'dent' }] };

test('reads the COCO file among other JSON files, named after its folder', async () => {
  await write('labels.json', coco);
  await write('notes.json', { by: 'Ann' });
  expect(await readDataset(folder)).toMatchObject([{ file: 'a.jpg', set: 'yard', labelled: ['dent'] }]);
});

test('prefers index.json, whose records need no set, split and boxes', async () => {
  await write('labels.json', coco);
  await write('index.json', [{ file: 'a.jpg', width: 640, height: 480, labelled: ['scratch'] }]);
  expect(await readDataset(folder)).toMatchObject([
    { file: 'a.jpg', set: 'yard', split: 'val', labelled: ['scratch'], boxes: [], ignore: [] },
  ]);
});

test('names a missing photo', async () => {
  await write('labels.json', { ...coco, images: [{ ...image, file_name: 'b.jpg' }] });
  await expect(readDataset(folder)).rejects.toThrow(/b\.jpg does not exist, but the labels name it/);
});

test('rejects a folder without labels', async () => {
  await expect(readDataset(folder)).rejects.toThrow('Expected index.json or exactly one COCO file');
});

test('rejects an incomplete record', () => {
  expect(() => completeRecords([{ file: 'a.jpg' }], 'yard')).toThrow(
    'record 0 needs file, width, height and labelled',
  );
});

test('relocates photos to the folder of another index', () => {
  const [record] = completeRecords([{ file: 'a.jpg', width: 1, height: 1, labelled: [] }], 'yard');
  if (!record) throw new Error('There is no record');
  expect(relocate([record], '/photos', '/runs/data')).toMatchObject([{ file: '../../photos/a.jpg' }]);
});
