import { createEngineMethods } from '../src/inference/engines/engine-methods.ts';
import { createTfjsEngine } from '../src/inference/engines/tfjs-engine.ts';
import { serveWorker } from '../src/worker/worker-boundary.ts';

/** tfjs on WebGL2, for phones without WebGPU. */
serveWorker(createEngineMethods(createTfjsEngine));
