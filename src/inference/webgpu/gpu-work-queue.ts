type Work<T> = () => Promise<T>;

/** Does one work after the other: all sessions share the commands of one device. */
export class GpuWorkQueue {
  readonly #idleMs: number;
  #last: Promise<unknown> = Promise.resolve();
  /** The latest is the last. */
  #idleWorks: Work<unknown>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param idleMs How long nothing is added before the queue is idle. */
  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  add<T>(work: Work<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    this.#waitForIdle();
    return next;
  }

  /** Does a work when the queue is idle. Works of this kind are done one at a time, so that others wait for one at most. */
  addWhenIdle(work: Work<unknown>): void {
    this.#idleWorks.push(work);
    this.#waitForIdle();
  }

  #waitForIdle(): void {
    clearTimeout(this.#timer);
    if (this.#idleWorks.length === 0) return;
    const added = this.#last;
    this.#timer = setTimeout(async () => {
      await added;
      if (this.#last !== added) return; // another work was added, and waits itself
      const work = this.#idleWorks.shift();
      if (work) void this.add(work).catch(() => {});
    }, this.#idleMs);
  }
}
