/** The shape of an input. */
export type Dims = readonly number[];

/** Two scales of landscape and portrait photos. Each holds the weights and buffers of the model once more. */
const MAX_CAPTURED = 4;
/** If nothing waits for it, a capture pays for itself sooner. */
const RUNS_BEFORE_IDLE_CAPTURE = 3;

/** Decides which shapes of a model's input have captured runs, and keeps these. */
export class CapturePolicy<Run> {
  readonly #runsBeforeCapture: number;
  /** By shape, the least recently used first. */
  readonly #captured = new Map<string, Run>();
  /** The runs on each shape before it was captured. */
  readonly #counts = new Map<string, number>();
  #isDisabled = false;

  /** @param runsBeforeCapture A shape is captured after this many runs. `Infinity`: never. */
  constructor(runsBeforeCapture: number) {
    this.#runsBeforeCapture = runsBeforeCapture;
  }

  /** Returns the captured run for inputs of a shape, if there is one. It is then the most recently used. */
  use(dims: Dims): Run | undefined {
    const key = dims.join();
    const captured = this.#captured.get(key);
    if (captured !== undefined) {
      this.#captured.delete(key);
      this.#captured.set(key, captured);
    }
    return captured;
  }

  /** Counts a run. Returns whether its shape is used often enough to be captured now. */
  count(dims: Dims): boolean {
    if (!this.isWanted(dims)) return false;
    const key = dims.join();
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count >= this.#runsBeforeCapture;
  }

  /** Returns whether the runs on inputs of a shape can be captured, and are not yet. */
  isWanted(dims: Dims): boolean {
    const isOff = this.#isDisabled || this.#runsBeforeCapture === Infinity;
    return !isOff && !this.#captured.has(dims.join());
  }

  /**
   * Returns whether a shape is worth being captured while nothing runs: the only one so far, as that of wheels and of the
   * characters of a code; or one that repeats, as the widths of a plate's lines, while it replaces no other.
   */
  isWorthIdleTime(dims: Dims): boolean {
    const shapes = new Set([...this.#counts.keys(), ...this.#captured.keys()]);
    if (shapes.size === 1) return true;
    const count = this.#counts.get(dims.join()) ?? 0;
    return count >= RUNS_BEFORE_IDLE_CAPTURE && this.#captured.size < MAX_CAPTURED;
  }

  /**
   * Removes the least recently used run if there is no space for another one. Its shape is counted anew.
   *
   * @returns The run to release.
   */
  evict(): Run | undefined {
    const [oldest] = this.#captured;
    if (!oldest || this.#captured.size < MAX_CAPTURED) return undefined;
    const [key, run] = oldest;
    this.#captured.delete(key);
    this.#counts.delete(key);
    return run;
  }

  add(dims: Dims, run: Run): void {
    this.#captured.set(dims.join(), run);
  }

  /** Removes all runs, and wants no more. Returns the runs to release. */
  disable(): Run[] {
    this.#isDisabled = true;
    const all = [...this.#captured.values()];
    this.#captured.clear();
    return all;
  }
}
