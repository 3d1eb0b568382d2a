/** A clock that only moves when a test advances it. A test can set its wall-clock time. */
export class VirtualClock {
  #now = 0;
  #offsetMs = 0;
  #timers: { at: number; wake(): void }[] = [];

  readonly monotonic = (): number => this.#now;
  readonly now = (): number => this.#now + this.#offsetMs;

  /** Sets the wall clock back or forth, as a user does. */
  setBy(ms: number): void {
    this.#offsetMs += ms;
  }

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = { at: this.#now + ms, wake: resolve };
      this.#timers.push(timer);
      signal?.addEventListener('abort', () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
        resolve();
      });
    });

  readonly after = (ms: number, work: () => void): (() => void) => {
    const timer = { at: this.#now + ms, wake: work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  /** Moves the time forward. At each timer on the way, everything that the timer starts runs before time moves on. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await flushPromises();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = next.at;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.wake();
      await flushPromises();
    }
    this.#now = end;
    await flushPromises();
  }

  get isAsleep(): boolean {
    return this.#timers.length > 0;
  }

  #next(end: number) {
    return this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Resolves when everything that only waits for promises has run. */
export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
