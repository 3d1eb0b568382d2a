import type { Session, Tensor, Tensors } from '../../src/inference/engine.ts';

interface Run {
  input: Tensor;
  outputs: Tensors;
  ms: number;
}

/**
 * Runs a model once on each input of a photo, and returns the same outputs if the input comes again. So the same photo can
 * be evaluated with several numbers of crops for the time of one.
 */
export class RepeatedRuns {
  readonly session: Session;
  #runs: Run[] = [];
  #ms = 0;

  constructor(session: Session, now: () => number = () => performance.now()) {
    this.session = {
      dispose: () => session.dispose(),
      run: async (inputs) => {
        const [input] = Object.values(inputs);
        if (!input) throw new RangeError('A model has an input.');
        const known = this.#runs.find((run) => isEqual(run.input, input));
        if (known) {
          this.#ms += known.ms;
          return known.outputs;
        }
        const copy = { dims: [...input.dims], data: input.data.slice() };
        const start = now();
        const outputs = await session.run(inputs);
        const ms = now() - start;
        this.#runs.push({ input: copy, outputs, ms });
        this.#ms += ms;
        return outputs;
      },
    };
  }

  /** Forgets the runs of the last photo. */
  startPhoto(): void {
    this.#runs = [];
    this.#ms = 0;
  }

  /** Returns how long the runs since the last call took, in milliseconds. A repeated run counts as much as the first. */
  takeMs(): number {
    const ms = this.#ms;
    this.#ms = 0;
    return ms;
  }
}

function isEqual(a: Tensor, b: Tensor): boolean {
  return a.dims.join() === b.dims.join() && a.data.every((value, at) => value === b.data[at]);
}
