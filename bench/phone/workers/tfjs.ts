import { createTfjsEngine } from '../../../src/inference/tfjs-engine.ts';
import { serveWorker } from '../../../src/inference/worker-boundary.ts';
import { benchMethods } from './bench-methods.ts';

serveWorker(benchMethods(createTfjsEngine));
