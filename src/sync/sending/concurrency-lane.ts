/** Work that goes a few at a time: some of it under way, some made ready to follow at once. */
export class Lane<Work> {
  readonly #limit: number;
  readonly #ahead: number;
  #ready: Work[] = [];
  #preparing = 0;
  #running = 0;
  #isFilling = true;

  constructor(limit: number, ahead: number) {
    this.#limit = limit;
    this.#ahead = ahead;
  }

  /** Work is made ready in bursts, not one by one: not before most of what was ahead is used up. */
  get hasRoom(): boolean {
    const load = this.#load;
    if (load >= this.#limit + this.#ahead) this.#isFilling = false;
    else if (load <= this.#limit + this.#low) this.#isFilling = true;
    return this.#isFilling;
  }

  /** Soon there would be nothing to follow, though something is being made ready. */
  get isHungry(): boolean {
    return this.#preparing > 0 && this.#ready.length <= this.#low;
  }

  get isIdle(): boolean {
    return this.#load === 0;
  }

  /** Few enough that the next burst is due; many enough to last until it is on the disk. */
  get #low(): number {
    return this.#ahead / 4;
  }

  get #load(): number {
    return this.#preparing + this.#ready.length + this.#running;
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
