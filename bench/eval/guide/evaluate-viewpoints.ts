import sharp from 'sharp';
import { areNeighbours } from '../../../src/analysis/parts/viewpoint.ts';
import type { Viewpoint } from '../../../src/domain/enums.ts';
import { FramePipeline } from '../../../src/inference/frames/frame-pipeline.ts';
import type { LoadedModel } from '../../../src/inference/tasks/loaded-model.ts';
import type { PhotoRecord } from '../records.ts';
import { findLabelledSide } from './labelled-photos.ts';

/** How often the viewpoint of a frame is the one that follows from its labelled parts. */
export interface ViewpointFigures {
  photos: number;
  right: number;
  /** A neighbouring side. */
  near: number;
  other: number;
  none: number;
  /** Of all those, left for right. */
  mirrored: number;
}

/** Reads each labelled photo as a camera frame. Photos whose labels show no side are left out. */
export async function evaluateViewpoints(
  records: readonly PhotoRecord[],
  parts: LoadedModel,
  onPhoto: () => void,
): Promise<ViewpointFigures> {
  const figures = { photos: 0, right: 0, near: 0, other: 0, none: 0, mirrored: 0 };
  const pipeline = new FramePipeline();
  for (const record of records) {
    const expected = findLabelledSide(record);
    onPhoto();
    if (!expected) continue;
    const { data, info } = await sharp(record.path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const frame = { width, height, data: new Uint8ClampedArray(data), original: { width, height } };
    const found = (await pipeline.look(frame, parts)).vehicle?.viewpoint;
    figures.photos += 1;
    figures[compare(found, expected)] += 1;
    figures.mirrored += found && isMirrored(found, expected) ? 1 : 0;
  }
  return figures;
}

function compare(found: Viewpoint | undefined, expected: Viewpoint): 'right' | 'near' | 'other' | 'none' {
  if (!found) return 'none';
  if (found === expected) return 'right';
  return areNeighbours(found, expected) ? 'near' : 'other';
}

function isMirrored(a: Viewpoint, b: Viewpoint): boolean {
  const [first, second] = [a, b].map((viewpoint) => viewpoint.split('_').at(-1));
  return (first === 'left' && second === 'right') || (first === 'right' && second === 'left');
}
