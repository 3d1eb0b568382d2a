/** One thread of the wheel evaluation. Has its own model and uses the production code. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { HeadConfidences } from '../../../src/analysis/wheels/wheel-heads.ts';
import { WheelAnalyser } from '../../../src/inference/tasks/analyse-wheels.ts';
import { loadModel } from '../../../src/node/models/load-model.ts';
import { decodeUpright } from '../../../src/node/photo/decode-upright.ts';
import type { WorkerMessage } from '../pool.ts';
import type { CropSetup } from './evaluate-crops.ts';

/** Crops are far smaller. */
const LARGEST = 2400;

const { manifest, model, precision } = workerData as CropSetup;
const port = parentPort;
if (!port)
  throw new Error('crop-worker.ts runs as a worker thread; start it with npm run eval -- wheel-crops');

const { entry, session } = await loadModel(manifest, model, { precision });
if (entry.kind !== 'wheel-analyser') throw new Error(`${model} is no wheel analyser`);
const analyser = new WheelAnalyser(entry, session);
const post = (message: WorkerMessage<HeadConfidences>) => port.postMessage(message);
port.on('message', async (path: string) => {
  try {
    const photo = await decodeUpright(new Uint8Array(await readFile(path)).buffer, LARGEST);
    const [confidences = {}] = await analyser.analyse([photo]);
    post({ result: confidences });
  } catch (error) {
    post({ error: `${path}: ${error instanceof Error ? error.message : String(error)}` });
  }
});
post({ ready: true });
