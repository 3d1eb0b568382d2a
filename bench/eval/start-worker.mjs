// Worker threads do not inherit tsx's loader; this registers it and imports the TypeScript module of the worker.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.script);
