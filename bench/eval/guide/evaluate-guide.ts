import { dirname } from 'node:path';
import sharp from 'sharp';
import type { Viewpoint } from '../../../src/domain/enums.ts';
import { areNeighbours } from '../../../src/domain/sights/viewpoints.ts';
import { FramePipeline } from '../../../src/inference/frames/frame-pipeline.ts';
import type { LoadedModel } from '../../../src/inference/tasks/loaded-model.ts';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { table } from '../../lib/table.ts';
import type { EvalArguments } from '../arguments.ts';
import { createProgress } from '../progress.ts';
import type { PhotoRecord } from '../records.ts';
import { DEFAULT_DATA, findLabelledSide, readLabelled } from './labelled-photos.ts';

/** How often the viewpoint of a frame is the one that follows from its labelled parts. */
interface ViewpointFigures {
  photos: number;
  right: number;
  /** A neighbouring side. */
  near: number;
  other: number;
  none: number;
  /** Of all those, left for right. */
  mirrored: number;
}

/** Reads labelled photos as camera frames, and prints how often the viewpoint of live guidance is right. */
export async function evaluateGuide(options: EvalArguments): Promise<void> {
  const records = await readLabelled(options);
  if (records.length === 0) throw new Error(`${DEFAULT_DATA} is absent. Pass labelled photos with --data.`);
  const models = new NodeModels({ folder: dirname(options.manifest), threads: 1, onFallback: () => {} });
  try {
    const entry = (await models.loadManifest()).models.find(({ name }) => name === 'parts');
    if (!entry) throw new Error('The manifest has no part model.');
    const figures = await evaluateViewpoints(records, await models.load(entry));
    console.log(options.json ? JSON.stringify(figures) : describe(figures));
  } finally {
    await models.dispose();
  }
}

/** Photos whose labels show no side are left out. */
async function evaluateViewpoints(
  records: readonly PhotoRecord[],
  parts: LoadedModel,
): Promise<ViewpointFigures> {
  const figures = { photos: 0, right: 0, near: 0, other: 0, none: 0, mirrored: 0 };
  const pipeline = new FramePipeline();
  const progress = createProgress(records.length);
  for (const [index, record] of records.entries()) {
    const expected = findLabelledSide(record);
    progress(index + 1);
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

function describe({ photos, right, near, other, none, mirrored }: ViewpointFigures): string {
  return table(
    ['viewpoints, photos', 'right', 'a neighbouring side', 'another side', 'none', 'left for right'],
    [[photos, right, near, other, none, mirrored].map(String)],
  );
}
