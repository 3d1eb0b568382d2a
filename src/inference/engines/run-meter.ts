import type { Session, Tensors } from './engine.ts';
import type { RunTimes } from './engine-pace.ts';

/** Adds up the times of all runs of some sessions. */
export class RunMeter {
  readonly #now: () => number;
  #total: RunTimes = { ms: 0, runs: 0, work: 0 };

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns a session whose runs are measured.
   *
   * @param modelBytes The size of the model file. It tells how much work a pixel is.
   */
  measure(session: Session, modelBytes: number): Session {
    return {
      dispose: () => session.dispose(),
      run: async (inputs) => {
        const start = this.#now();
        const outputs = await session.run(inputs);
        this.#total.ms += this.#now() - start;
        this.#total.runs += 1;
        this.#total.work += modelBytes * countPixels(inputs);
        return outputs;
      },
    };
  }

  /** Returns the sums since the last call. */
  take(): RunTimes {
    const total = this.#total;
    this.#total = { ms: 0, runs: 0, work: 0 };
    return total;
  }
}

function countPixels(inputs: Tensors): number {
  return Object.values(inputs).reduce((sum, { dims }) => sum + (dims.at(-1) ?? 0) * (dims.at(-2) ?? 0), 0);
}
