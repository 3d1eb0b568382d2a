import { readFile, writeFile } from 'node:fs/promises';
import type { Entities } from '../../domain/entities.ts';
import { drawAnnotated } from '../annotate/draw-annotated.ts';
import { marksOf } from './marks.ts';

/** Writes a photo with its damages and wheels drawn on it. */
export async function writeAnnotated(
  photo: { path: string; imageId: string },
  entities: Entities,
  target: string,
): Promise<void> {
  const bytes = new Uint8Array(await readFile(photo.path)).buffer;
  await writeFile(target, await drawAnnotated(bytes, marksOf(entities, photo.imageId)));
}
