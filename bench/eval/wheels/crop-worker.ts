/** One thread of the wheel evaluation. Has its own model and uses the production code. */
import { readFile } from 'node:fs/promises';
import { WheelAnalyser } from '../../../src/inference/tasks/analyse-wheels.ts';
import { loadModel } from '../../../src/node/models/load-model.ts';
import { decodeUpright } from '../../../src/node/photo/decode-upright.ts';
import type { FileJob } from '../in-workers.ts';
import { serveJobs } from '../serve-jobs.ts';
import type { CropSetup } from './evaluate-crops.ts';

/** Crops are far smaller. */
const LARGEST = 2400;

await serveJobs(async ({ manifest, model, precision }: CropSetup) => {
  const { entry, session } = await loadModel(manifest, model, { precision });
  if (entry.kind !== 'wheel-analyser') throw new Error(`${model} is no wheel analyser`);
  const analyser = new WheelAnalyser(entry, session);
  return async ({ path }: FileJob) => {
    const photo = await decodeUpright(new Uint8Array(await readFile(path)).buffer, LARGEST);
    const [confidences = {}] = await analyser.analyse([photo]);
    return confidences;
  };
});
