import { engineMethods } from '../src/inference/engine-methods.ts';
import { createTfjsEngine } from '../src/inference/tfjs-engine.ts';
import { serveWorker } from '../src/inference/worker-boundary.ts';

/** tfjs: WebGL2 for phones without WebGPU. */
serveWorker(engineMethods(createTfjsEngine));
