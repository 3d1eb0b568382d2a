import { KerbsideError } from '../../../src/errors.ts';
import { serveWorker } from '../../../src/worker/worker-boundary.ts';

let calls = 0;

/** A worker with every mood that a test of its client needs. */
const methods = {
  async echo(value: unknown) {
    calls += 1;
    return value;
  },
  async callsSoFar() {
    return calls;
  },
  async refuse() {
    throw new KerbsideError('photo_invalid', 'not a photo', { details: { reason: 'truncated' } });
  },
  async crash() {
    throw new RangeError('the runtime fell over');
  },
  /** Blocks the worker, as WebAssembly does: nothing but termination ends it. */
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
export type MoodyMethods = typeof methods;

serveWorker(methods);
