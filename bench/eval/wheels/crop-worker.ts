/** One thread of the wheel crops' evaluation: a model of its own, crop by crop, through the code that ships. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { HeadConfidences } from '../../../src/analysis/wheels/wheel-heads.ts';
import { WheelClassifier } from '../../../src/inference/tasks/detect-wheels.ts';
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
const analyser = new WheelClassifier(entry, session);
const answer = (message: WorkerMessage<HeadConfidences>) => port.postMessage(message);
port.on('message', async (path: string) => {
  try {
    const photo = await decodeUpright(new Uint8Array(await readFile(path)).buffer, LARGEST);
    const whole = { x0: 0, y0: 0, x1: photo.width, y1: photo.height };
    answer({ result: await analyser.classify(photo, whole) });
  } catch (error) {
    answer({ error: `${path}: ${error instanceof Error ? error.message : String(error)}` });
  }
});
answer({ ready: true });
