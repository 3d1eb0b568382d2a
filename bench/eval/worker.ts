/** One thread of the evaluation. Has its own model and uses the production code. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';
import { Detector, detectorDecodeSide } from '../../src/inference/tasks/detector.ts';
import { loadModel } from '../../src/node/models/load-model.ts';
import { decodeForModels } from '../../src/node/photo/decode-for-models.ts';
import { requirePhotoHeader } from '../../src/photo/header/read-header.ts';
import type { WorkerMessage, WorkerSetup } from './pool.ts';

const { manifest, model, precision, native, threshold, areas } = workerData as WorkerSetup;
const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread; start the evaluation with npm run eval');

const { entry: listed, session } = await loadModel(manifest, model, { precision, native });
if (listed.kind !== 'detector') throw new Error(`${model} is a ${listed.kind}, not a detector`);
const entry = areas ? withAreas(listed, areas) : listed;
const detector = new Detector(entry, session);
const post = (message: WorkerMessage) => port.postMessage(message);
port.on('message', async (path: string) => {
  try {
    const bytes = new Uint8Array(await readFile(path)).buffer;
    const photo = await decodeForModels(bytes, detectorDecodeSide(entry, requirePhotoHeader(bytes)));
    const { detections } = await detector.detect(photo, threshold);
    post({ result: detections });
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
