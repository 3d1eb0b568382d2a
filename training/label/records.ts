import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { OutlinedObject } from './draw-labels.ts';
import type { PhotoLabels } from './label-file.ts';

const PHOTO = /\.(jpe?g|png|webp)$/i;
/** The longest outline of a record, in points. */
const MAX_POINTS = 40;

/** A photo of a data folder, with what its index.json says about it. */
export interface Photo {
  file: string;
  set?: string;
  source?: string;
  licence?: string;
  split?: string;
  group?: string | number;
}

/** Returns the photos of a folder: those of its index.json, or all. */
export async function listPhotos(folder: string): Promise<Photo[]> {
  const index = join(folder, 'index.json');
  if (existsSync(index)) return JSON.parse(await readFile(index, 'utf8'));
  return (await readdir(folder))
    .filter((file) => PHOTO.test(file))
    .sort()
    .map((file) => ({ file }));
}

/** Returns the labels of a photo in the form that training and evaluation read. Boxes are tightened to their outlines. */
export async function toRecord(
  photo: Photo,
  folder: string,
  labels: PhotoLabels,
  objects: readonly OutlinedObject[],
  classLists: Record<string, string[]>,
) {
  const { width = 0, height = 0, orientation = 1 } = await sharp(join(folder, photo.file)).metadata();
  const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
  const boxes = objects.map((object) => toBox(object, upright));
  return {
    set: 'own',
    split: 'train',
    licence: 'unstated',
    ...photo,
    ...upright,
    stretched: false,
    labelled: labels.complete.flatMap((list) => classLists[list] ?? [list]),
    boxes: boxes.filter(({ label }) => label !== 'ignore'),
    ignore: boxes.filter(({ label }) => label === 'ignore'),
    labelledBy: labels.by,
    labelledAt: labels.at,
  };
}

function toBox(
  { label, box, rings, facts }: OutlinedObject,
  { width, height }: { width: number; height: number },
) {
  const points = rings?.flat();
  const xs = points ? points.map(([x]) => x) : [box.x0, box.x1];
  const ys = points ? points.map(([, y]) => y) : [box.y0, box.y1];
  const [x0, y0, x1, y1] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const scale = (value: number, side: number) => Math.round((value / 1000) * side * 10) / 10;
  const ring = rings?.[0];
  const step = ring ? Math.ceil(ring.length / MAX_POINTS) : 1;
  return {
    label,
    x: scale(x0, width),
    y: scale(y0, height),
    w: scale(x1 - x0, width),
    h: scale(y1 - y0, height),
    ...(facts.length > 0 && { facts }),
    ...(ring && {
      polygon: ring
        .filter((_, index) => index % step === 0)
        .flatMap(([x, y]) => [scale(x, width), scale(y, height)]),
    }),
  };
}
