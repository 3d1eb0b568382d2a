// npm run label: labels photos with boxes written as text, and with SAM 2 for their outlines. See training/labelling.md.
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareLabels } from './agreement.ts';
import names from './classes.json' with { type: 'json' };
import { drawLabels, type OutlinedObject, type Region, WHOLE } from './draw-labels.ts';
import { type LabelNames, type PhotoLabels, parseLabelFile } from './label-file.ts';
import { listPhotos, type Photo, toRecord } from './records.ts';
import { loadSegmentAnything, type SegmentAnything } from './segment-anything.ts';

const USAGE = `npm run label -- <command> --data <folder> [photo …]

<folder> holds photos, or photos with an index.json. Labels lie in <folder>/labels: <photo>.txt, written by hand (training/labelling.md).

  next [--count n]                  lists photos without labels
  show <photo …> [--region x0,y0,x1,y1]
                                    draws photos with a grid of coordinates and their labels
  outline [photo …]                 outlines labelled objects with SAM 2, draws them
  export [--out <file>]             writes the records of all labelled photos (index.json of a data folder)
  compare --with <folder>           compares the labels with another folder's: agreement by class

  --labels <folder>    default: <data>/labels
  --drawings <folder>  default: <data>/drawings`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    labels: { type: 'string' },
    drawings: { type: 'string' },
    region: { type: 'string' },
    count: { type: 'string', default: '10' },
    out: { type: 'string' },
    with: { type: 'string' },
  },
});
const [command = '', ...files] = positionals;
const commands: Record<string, () => Promise<void>> = { next, show, outline, export: exportRecords, compare };
const run = commands[command];
if (!run || !values.data) {
  console.error(USAGE);
  process.exit(2);
}
const data = values.data;
const labelFolder = values.labels ?? join(data, 'labels');
const drawings = values.drawings ?? join(data, 'drawings');
const labelNames: LabelNames = { classes: new Set(Object.values(names.lists).flat()), facts: names.facts };
await run();

async function next(): Promise<void> {
  const open = (await listPhotos(data)).filter(({ file }) => !existsSync(labelPath(file)));
  for (const { file } of open.slice(0, Number(values.count))) console.log(file);
  console.error(`${open.length} photos have no labels.`);
}

async function show(): Promise<void> {
  for (const photo of await choosePhotos()) {
    const labels = existsSync(labelPath(photo.file)) ? await readLabels(photo.file) : undefined;
    await draw(
      photo.file,
      labels ? await withStoredOutlines(photo.file, labels) : [],
      parseRegion(values.region),
    );
  }
}

async function outline(): Promise<void> {
  let model: SegmentAnything | undefined;
  for (const { file } of (await choosePhotos()).filter((photo) => existsSync(labelPath(photo.file)))) {
    const labels = await readLabels(file);
    if (files.length === 0 && (await isNewer(outlinePath(file), labelPath(file)))) continue;
    model ??= await loadSegmentAnything(process.cwd());
    const photo = await model.encode(await readFile(join(data, file)));
    const objects: OutlinedObject[] = [];
    for (const object of labels.objects) {
      const rings = object.label === 'ignore' ? undefined : await model.outline(photo, object);
      objects.push({ ...object, ...(rings && { rings }) });
    }
    await mkdir(labelFolder, { recursive: true });
    await writeFile(outlinePath(file), JSON.stringify(objects.map(({ rings }) => rings ?? null)));
    await draw(file, objects, WHOLE);
  }
}

async function exportRecords(): Promise<void> {
  const records = [];
  for (const photo of await listPhotos(data)) {
    if (!existsSync(labelPath(photo.file))) continue;
    const labels = await readLabels(photo.file);
    records.push(
      await toRecord(photo, data, labels, await withStoredOutlines(photo.file, labels), names.lists),
    );
  }
  const out = values.out ?? join(data, 'index.json');
  await writeFile(out, `${JSON.stringify(records, undefined, 1)}\n`);
  console.log(`${records.length} records in ${out}`);
}

async function compare(): Promise<void> {
  const other = values.with;
  if (!other) throw new Error('compare needs --with <folder>');
  const pairs: [PhotoLabels, PhotoLabels][] = [];
  for (const { file } of await listPhotos(data)) {
    const path = join(other, `${basename(file)}.txt`);
    if (!existsSync(labelPath(file)) || !existsSync(path)) continue;
    pairs.push([await readLabels(file), parseLabelFile(await readFile(path, 'utf8'), labelNames)]);
  }
  console.log(compareLabels(pairs));
}

async function choosePhotos(): Promise<Photo[]> {
  const photos = await listPhotos(data);
  const unknown = files.filter((name) => !photos.some(({ file }) => file === name));
  if (unknown.length > 0) throw new Error(`${data} has no photo ${unknown.join(', ')}`);
  return files.length > 0 ? photos.filter(({ file }) => files.includes(file)) : photos;
}

async function readLabels(file: string): Promise<PhotoLabels> {
  try {
    return parseLabelFile(await readFile(labelPath(file), 'utf8'), labelNames);
  } catch (error) {
    throw new Error(`${labelPath(file)}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** Outlines that are older than the labels are not used. */
async function withStoredOutlines(file: string, { objects }: PhotoLabels): Promise<OutlinedObject[]> {
  if (!(await isNewer(outlinePath(file), labelPath(file)))) return objects;
  const rings: (OutlinedObject['rings'] | null)[] = JSON.parse(await readFile(outlinePath(file), 'utf8'));
  return objects.map((object, index) => ({ ...object, ...(rings[index] && { rings: rings[index] }) }));
}

async function draw(file: string, objects: readonly OutlinedObject[], region: Region): Promise<void> {
  await mkdir(drawings, { recursive: true });
  const out = join(drawings, `${basename(file)}.png`);
  await writeFile(out, await drawLabels(await readFile(join(data, file)), objects, region));
  console.log(out);
}

function parseRegion(text: string | undefined): Region {
  if (text === undefined) return WHOLE;
  const [x0 = 0, y0 = 0, x1 = 1000, y1 = 1000] = text.split(',').map(Number);
  return { x0, y0, x1, y1 };
}

function labelPath(file: string): string {
  return join(labelFolder, `${basename(file)}.txt`);
}

function outlinePath(file: string): string {
  return join(labelFolder, `${basename(file)}.outlines.json`);
}

async function isNewer(file: string, than: string): Promise<boolean> {
  return existsSync(file) && (await stat(file)).mtimeMs >= (await stat(than)).mtimeMs;
}
