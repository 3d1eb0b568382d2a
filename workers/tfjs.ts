import { createTfjsEngine } from '../src/inference/runtimes/tfjs-engine.ts';
import { createEngineMethods } from '../src/inference/worker/engine-methods.ts';
import { serveWorker } from '../src/worker/worker-boundary.ts';

/** tfjs on WebGL2, for phones without WebGPU. */
serveWorker(createEngineMethods(createTfjsEngine));
