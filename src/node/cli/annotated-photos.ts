import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Entities } from '../../domain/entities.ts';
import { KerbsideError } from '../../errors.ts';
import { drawMarks } from '../annotate/draw-marks.ts';
import { createMarks } from './marks.ts';

/**
 * Creates the folder and returns the file that each photo will be drawn into.
 *
 * A later run replaces the files of an earlier one, but never a photo. Called before the models run, so that an unusable
 * folder is reported at once.
 *
 * @throws `invalid_input` if the folder cannot be created, or if a file would replace one of the photos.
 */
export async function planAnnotatedPhotos(folder: string, photos: readonly string[]): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw annotatedError(`cannot create ${folder}: ${reason}`);
  }
  const inputs = new Set(await Promise.all(photos.map(readFileIdentity)));
  const targets = createFileNames(photos).map((name) => join(folder, name));
  for (const target of targets) {
    const existing = await readFileIdentity(target);
    if (existing !== undefined && inputs.has(existing))
      throw annotatedError(`${target} is one of the photos. Choose another folder.`);
  }
  return targets;
}

/** Writes a photo with its damages and wheels drawn on it. */
export async function writeAnnotatedPhoto(
  photo: { path: string; imageId: string },
  entities: Entities,
  target: string,
): Promise<void> {
  const bytes = new Uint8Array(await readFile(photo.path)).buffer;
  await writeFile(target, await drawMarks(bytes, createMarks(entities, photo.imageId)));
}

/** Returns a unique file name for each photo. Names that differ in case only count as equal: some file systems ignore case. */
export function createFileNames(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const name = basename(path, extname(path));
    for (let count = 1; ; count += 1) {
      const candidate = `${name}${count === 1 ? '' : `-${count}`}.annotated.jpg`;
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  });
}

/** Returns which file a path refers to after links are resolved, or undefined if it does not exist. */
async function readFileIdentity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function annotatedError(reason: string): KerbsideError {
  return new KerbsideError('invalid_input', `--annotated: ${reason}`);
}
