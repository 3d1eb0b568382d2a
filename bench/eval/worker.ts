/** One thread of the evaluation: a model of its own, photo by photo, through the same code as in production. */
import { parentPort, workerData } from 'node:worker_threads';
import { findDamage } from '../../src/analysis/find-damage.ts';
import { decodePhoto } from '../../src/node/decode-photo.ts';
import { loadModel } from '../../src/node/load-model.ts';
import type { WorkerAnswer, WorkerSetup } from './pool.ts';

const { manifest, model, precision, threshold } = workerData as WorkerSetup;
const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread; start the evaluation with npm run eval');

const { entry, session } = await loadModel(manifest, model, { precision });
const answer = (message: WorkerAnswer) => port.postMessage(message);
port.on('message', async (path: string) => {
  try {
    const { tensor, canvas, photo } = await decodePhoto(path, entry.input);
    const outputs = await session.run({ [entry.input.name]: tensor });
    answer({ findings: findDamage(outputs, entry, canvas, photo, threshold) });
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});
answer({ ready: true });
