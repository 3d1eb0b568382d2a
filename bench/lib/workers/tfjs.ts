import { createTfjsEngine } from '../../../src/inference/runtimes/tfjs-engine.ts';
import { serveWorker } from '../../../src/worker/worker-boundary.ts';
import { benchMethods } from './bench-methods.ts';

serveWorker(benchMethods(createTfjsEngine));
