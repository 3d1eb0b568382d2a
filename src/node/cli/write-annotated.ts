import { readFile, writeFile } from 'node:fs/promises';
import type { Entities } from '../../spec/entities.ts';
import { drawAnnotated } from '../annotate/draw-annotated.ts';
import type { Mark } from '../annotate/overlay.ts';
import { viewsOf } from './findings-table.ts';

/** Writes a photo with its damages drawn on it. */
export async function writeAnnotated(
  photo: { path: string; imageId: string },
  entities: Entities,
  target: string,
): Promise<void> {
  const bytes = new Uint8Array(await readFile(photo.path)).buffer;
  await writeFile(target, await drawAnnotated(bytes, marksOf(entities, photo.imageId)));
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
