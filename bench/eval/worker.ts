/** One thread of the evaluation. Has its own model and uses the production code. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';
import { Detector, detectorDecodeSide } from '../../src/inference/tasks/detector.ts';
import { loadModel } from '../../src/node/models/load-model.ts';
import { decodeForModels } from '../../src/node/photo/decode-for-models.ts';
import { requirePhotoHeader } from '../../src/photo/header/read-header.ts';
import type { PhotoRun, WorkerMessage, WorkerSetup } from './pool.ts';
import { RepeatedRuns } from './repeated-runs.ts';

const { manifest, model, precision, native, threshold, areas, crops } = workerData as WorkerSetup;
const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread; start the evaluation with npm run eval');

const { entry: listed, session } = await loadModel(manifest, model, { precision, native });
if (listed.kind !== 'detector') throw new Error(`${model} is a ${listed.kind}, not a detector`);
const entry = areas ? withAreas(listed, areas) : listed;
const runs = new RepeatedRuns(session);
const detector = new Detector(entry, runs.session);
const cropping = { entry, crops: Math.max(...crops) };
const post = (message: WorkerMessage) => port.postMessage(message);
port.on('message', async (path: string) => {
  try {
    const bytes = new Uint8Array(await readFile(path)).buffer;
    const photo = await decodeForModels(bytes, detectorDecodeSide(cropping, requirePhotoHeader(bytes)));
    runs.startPhoto();
    const result: PhotoRun[] = [];
    for (const count of crops) {
      const { detections, crops: used } = await detector.detect(photo, threshold, { crops: count });
      result.push({ detections, crops: used, ms: runs.takeMs() });
    }
    post({ result });
  } catch (error) {
    post({ error: `${path}: ${error instanceof Error ? error.message : String(error)}` });
  }
});
post({ ready: true });

function withAreas(
  { secondArea: _, ...entry }: DetectorEntry,
  [area, second]: [number, number?],
): DetectorEntry {
  const input = { ...entry.input, area };
  return second === undefined ? { ...entry, input } : { ...entry, input, secondArea: second };
}
