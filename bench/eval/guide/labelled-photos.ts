import { access } from 'node:fs/promises';
import { predictViewpoint } from '../../../src/analysis/parts/viewpoint.ts';
import type { Viewpoint } from '../../../src/domain/enums.ts';
import type { EvalArguments } from '../arguments.ts';
import { type PhotoRecord, readRecords } from '../records.ts';
import { selectRecords } from '../select-records.ts';

/** Whole cars with labelled parts, from each side. */
export const DEFAULT_DATA = '../shared/data/parts/s1';

/** Returns the photos of `--data`, `--split` and `--set`; by default those that no model was trained on. Empty if they are absent. */
export async function readLabelled({ data, split = 'val', set }: EvalArguments): Promise<PhotoRecord[]> {
  const isPresent = await access(DEFAULT_DATA).then(
    () => true,
    () => false,
  );
  const folders = data.length > 0 ? data : isPresent ? [DEFAULT_DATA] : [];
  return selectRecords(await readRecords(folders), { split, ...(set !== undefined && { set }) });
}

/** Returns the side that follows from the labelled parts of a photo. */
export function findLabelledSide({ boxes }: PhotoRecord): Viewpoint | undefined {
  const labelled = boxes.map(({ label, box }) => ({ type: label, box, confidence: 1, polygons: [] }));
  return predictViewpoint(labelled)?.prediction;
}
