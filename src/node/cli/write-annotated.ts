import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KerbsideError } from '../../errors.ts';
import type { Entities } from '../../spec/entities.ts';
import { annotatedNames } from '../annotate/annotated-names.ts';
import { drawAnnotated } from '../annotate/draw-annotated.ts';
import type { Mark } from '../annotate/overlay.ts';
import { viewsOf } from './findings-table.ts';

/** Made before any work is done: that it can not be written to is better told at once. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KerbsideError('invalid_input', `--annotated: ${folder} can not be made: ${reason}`, { cause });
  }
}

/** Writes each photo with its damages drawn on it. A second run replaces what the first wrote, never a photo. */
export async function writeAnnotated(
  folder: string,
  photos: readonly { path: string; imageId: string }[],
  entities: Entities,
  onProgress: (done: number, total: number) => void,
): Promise<string[]> {
  const names = annotatedNames(photos.map(({ path }) => path));
  const inputs = new Set(await Promise.all(photos.map(({ path }) => identity(path))));
  const written: string[] = [];
  for (const [index, { path, imageId }] of photos.entries()) {
    onProgress(index, photos.length);
    const target = join(folder, names[index] ?? `${imageId}.jpg`);
    const existing = await identity(target);
    if (existing !== undefined && inputs.has(existing)) {
      throw new KerbsideError(
        'invalid_input',
        `--annotated: ${target} is one of the photos; choose another folder.`,
      );
    }
    const photo = new Uint8Array(await readFile(path)).buffer;
    await writeFile(target, await drawAnnotated(photo, marksOf(entities, imageId)));
    written.push(target);
  }
  return written;
}

function marksOf(entities: Entities, imageId: string): Mark[] {
  return viewsOf(entities, imageId).map(({ damageId, confidence, boundingBox, polygons }) => ({
    type: entities.damages[damageId]?.damageType ?? 'damage',
    ...(confidence !== undefined && { confidence }),
    box: {
      x: boundingBox.xmin,
      y: boundingBox.ymin,
      width: boundingBox.width,
      height: boundingBox.height,
    },
    polygons,
  }));
}

/** Which file a path leads to in the end, through links and whatever the spelling. */
async function identity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
