import { readFile, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Detection } from '../../src/analysis/detection/detections.ts';

/** Writes the detections of each photo, for other evaluations. */
export async function writePredictions(
  file: string,
  photos: readonly { record: { path: string }; detections: readonly object[] }[],
): Promise<void> {
  const predictions = photos.map(({ record, detections }) => ({
    file: relative(process.cwd(), record.path),
    detections,
  }));
  await writeFile(file, JSON.stringify(predictions));
}

/** Returns the detections that `writePredictions` wrote, by the path of the photo. */
export async function readPredictions(file: string): Promise<Map<string, Detection[]>> {
  const predictions = JSON.parse(await readFile(file, 'utf8')) as { file: string; detections: Detection[] }[];
  return new Map(predictions.map((one) => [resolve(one.file), one.detections]));
}
