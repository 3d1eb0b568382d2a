/** Work that goes a few at a time: some of it under way, some made ready to follow at once. */
export class Lane<Work> {
  readonly #limit: number;
  readonly #ahead: number;
  #ready: Work[] = [];
  #preparing = 0;
  #running = 0;

  constructor(limit: number, ahead: number) {
    this.#limit = limit;
    this.#ahead = ahead;
  }

  get hasRoom(): boolean {
    return this.#preparing + this.#ready.length + this.#running < this.#limit + this.#ahead;
  }

  get isIdle(): boolean {
    return this.#preparing + this.#ready.length + this.#running === 0;
  }

  prepare(): void {
    this.#preparing += 1;
  }

  prepared(work: Work): void {
    this.#preparing -= 1;
    this.#ready.push(work);
  }

  /** The next to run, if there is a slot for it. */
  take(): Work | undefined {
    if (this.#running >= this.#limit) return undefined;
    const work = this.#ready.shift();
    if (work !== undefined) this.#running += 1;
    return work;
  }

  ended(): void {
    this.#running -= 1;
  }

  /** What was made ready and has not run, for whoever puts it back. */
  giveBack(): Work[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}
