import { KerbsideError } from '../../../src/errors.ts';
import { serveWorker } from '../../../src/worker/worker-boundary.ts';

let calls = 0;

/** The ways in which a worker can end a job, for the tests of WorkerClient. */
const methods = {
  async echo(value: unknown) {
    calls += 1;
    return value;
  },
  async callsSoFar() {
    return calls;
  },
  async rejectPhoto() {
    throw new KerbsideError('photo_invalid', 'not a photo', { details: { reason: 'truncated' } });
  },
  async crash() {
    throw new RangeError('the runtime crashed');
  },
  /** Blocks the worker like WebAssembly does: only termination ends it. */
  async block(milliseconds: number) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    return 'unblocked';
  },
  async die() {
    self.close();
    return new Promise<never>(() => {});
  },
};
export type ScriptedMethods = typeof methods;

serveWorker(methods);
