/**
 * Limits how many pieces of work run at once, and keeps some ready so that a free slot is filled without a wait.
 *
 *   reserve() ─▶ being prepared ─▶ addReady() ─▶ ready ─▶ take() ─▶ running ─▶ release()
 */
export class ConcurrencyLane<Work> {
  readonly #limit: number;
  readonly #prefetch: number;
  #ready: Work[] = [];
  #preparing = 0;
  #running = 0;
  #isFilling = true;

  /**
   * @param limit how many may run at once
   * @param prefetch how many may be ready besides
   */
  constructor(limit: number, prefetch: number) {
    this.#limit = limit;
    this.#prefetch = prefetch;
  }

  /** Whether to prepare more. Work is prepared in bursts: not before most of the prefetched work is used up. */
  get hasRoom(): boolean {
    const load = this.#load;
    if (load >= this.#limit + this.#prefetch) this.#isFilling = false;
    else if (load <= this.#limit + this.#lowWaterMark) this.#isFilling = true;
    return this.#isFilling;
  }

  /** Whether the ready work is almost used up while more is being prepared. */
  get isRunningLow(): boolean {
    return this.#preparing > 0 && this.#ready.length <= this.#lowWaterMark;
  }

  get isIdle(): boolean {
    return this.#load === 0;
  }

  /** Low enough to make bursts, high enough to last until the next burst is written to disk. */
  get #lowWaterMark(): number {
    return this.#prefetch / 4;
  }

  get #load(): number {
    return this.#preparing + this.#ready.length + this.#running;
  }

  reserve(): void {
    this.#preparing += 1;
  }

  addReady(work: Work): void {
    this.#preparing -= 1;
    this.#ready.push(work);
  }

  /** Returns the next work to run, or undefined if all slots are taken or none is ready. */
  take(): Work | undefined {
    if (this.#running >= this.#limit) return undefined;
    const work = this.#ready.shift();
    if (work !== undefined) this.#running += 1;
    return work;
  }

  /** Frees the slot of one piece of work that `take` returned. */
  release(): void {
    this.#running -= 1;
  }

  /** Removes and returns the work that is ready and has not run. */
  drainReady(): Work[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}
