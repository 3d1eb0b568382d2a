/** One thread of the evaluation of a detector. Has its own model and uses the production code. */
import { readFile } from 'node:fs/promises';
import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';
import { Detector, detectorDecodeSide } from '../../src/inference/tasks/detector.ts';
import { loadModel } from '../../src/node/models/load-model.ts';
import { decodeForModels } from '../../src/node/photo/decode-for-models.ts';
import { requirePhotoHeader } from '../../src/photo/header/read-header.ts';
import type { DetectorSetup, PhotoRun } from './analyse-photos.ts';
import type { FileJob } from './in-workers.ts';
import { RepeatedRuns } from './repeated-runs.ts';
import { serveJobs } from './serve-jobs.ts';

await serveJobs(async ({ manifest, model, precision, native, threshold, areas, crops }: DetectorSetup) => {
  const { entry: listed, session } = await loadModel(manifest, model, { precision, native });
  if (listed.kind !== 'detector') throw new Error(`${model} is a ${listed.kind}, not a detector`);
  const entry = areas ? withAreas(listed, areas) : listed;
  const runs = new RepeatedRuns(session);
  const detector = new Detector(entry, runs.session);
  const cropping = { entry, crops: Math.max(...crops) };
  return async ({ path }: FileJob) => {
    const bytes = new Uint8Array(await readFile(path)).buffer;
    const photo = await decodeForModels(bytes, detectorDecodeSide(cropping, requirePhotoHeader(bytes)));
    runs.startPhoto();
    const result: PhotoRun[] = [];
    for (const count of crops) {
      const { detections, crops: used } = await detector.detect(photo, threshold, { crops: count });
      result.push({ detections, crops: used, ms: runs.takeMs() });
    }
    return result;
  };
});

function withAreas(
  { secondArea: _, ...entry }: DetectorEntry,
  [area, second]: [number, number?],
): DetectorEntry {
  const input = { ...entry.input, area };
  return second === undefined ? { ...entry, input } : { ...entry, input, secondArea: second };
}
