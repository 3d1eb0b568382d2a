import { createTfjsEngine } from '../../../src/inference/engines/tfjs-engine.ts';
import { serveWorker } from '../../../src/worker/worker-boundary.ts';
import { benchMethods } from './bench-methods.ts';

serveWorker(benchMethods(createTfjsEngine));
