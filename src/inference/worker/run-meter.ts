import type { Session, Tensors } from '../engine.ts';

/** How long models ran on a photo, and how much work that was. */
export interface RunTimes {
  /** Milliseconds in the sessions, with upload and read-back. */
  ms: number;
  /** How often a model ran. */
  runs: number;
  /** Grows with the expected time: the size of each model times the pixels it ran on. */
  work: number;
}

/** Adds up the times of all runs of some sessions. */
export class RunMeter {
  readonly #now: () => number;
  #total: RunTimes = { ms: 0, runs: 0, work: 0 };
  #running = 0;
  #start = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns a session whose runs are measured.
   *
   * @param modelBytes The size of the model file. It tells how much work a pixel is.
   */
  measure(session: Session, modelBytes: number): Session {
    const { runPhoto, runEach, prepare } = session;
    return {
      ...(prepare && { prepare }),
      dispose: () => session.dispose(),
      run: (inputs) => this.#measure(() => session.run(inputs), 1, modelBytes * countPixels(inputs)),
      ...(runEach && {
        runEach: (inputs) => {
          const pixels = inputs.reduce((sum, one) => sum + countPixels(one), 0);
          return this.#measure(() => runEach(inputs), inputs.length, modelBytes * pixels);
        },
      }),
      ...(runPhoto && {
        runPhoto: (photo, canvases, selection) => {
          const pixels = canvases.reduce((sum, { width, height }) => sum + width * height, 0);
          return this.#measure(
            () => runPhoto(photo, canvases, selection),
            canvases.length,
            modelBytes * pixels,
          );
        },
      }),
    };
  }

  /** The time while several runs overlap counts once. */
  async #measure<T>(run: () => Promise<T>, runs: number, work: number): Promise<T> {
    if (this.#running === 0) this.#start = this.#now();
    this.#running += 1;
    try {
      const outputs = await run();
      this.#total.runs += runs;
      this.#total.work += work;
      return outputs;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#total.ms += this.#now() - this.#start;
    }
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
