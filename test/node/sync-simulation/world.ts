import { type Random, seededRandom } from '../../fixtures/random.ts';

/** A tab, or anything else that can be killed. After that, none of its code runs and none of its promises settles. */
export class Killable {
  isAlive = true;
}

interface Event {
  owner: Killable | undefined;
  run(): void;
}

interface Timer extends Event {
  at: number;
}

/**
 * Simulated time and randomness. Time moves only when no event is ready, and all randomness comes from one seed. Every
 * awaited step of every tab is an event; the next event is chosen at random among those that are ready.
 */
export class World {
  readonly random: Random;
  /** Milliseconds since the start. */
  time = 1_000;
  /** Error of the wall clock, in milliseconds. */
  skew = 0;
  steps = 0;
  #ready: Event[] = [];
  #timers: Timer[] = [];

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  chance(probability: number): boolean {
    return this.random.next() < probability;
  }

  pickUpTo(most: number): number {
    return Math.floor(this.random.next() * (most + 1));
  }

  /** Adds an event that may happen from now on, as long as its owner is alive. */
  soon(owner: Killable | undefined, run: () => void): void {
    this.#ready.push({ owner, run });
  }

  after(milliseconds: number, owner: Killable | undefined, run: () => void): () => void {
    const timer: Timer = { at: this.time + milliseconds, owner, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Runs an awaited step of a tab: completely or not at all. The tab may die before its promise settles. */
  step<T>(owner: Killable, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.soon(owner, () => {
        let complete: () => void;
        try {
          const value = work();
          complete = () => resolve(value);
        } catch (error) {
          complete = () => reject(error);
        }
        this.soon(owner, complete);
      });
    });
  }

  /** Runs events until none is left, or `isOver` returns true. */
  async run(beforeEach: () => void, isOver: () => boolean, maxSteps: number): Promise<void> {
    for (let steps = 0; steps < maxSteps; steps += 1) {
      await new Promise(setImmediate); // the callbacks of the last event's promises have run
      if (isOver()) return;
      this.steps += 1;
      beforeEach();
      const event = this.#next();
      if (!event) return;
      if (event.owner?.isAlive ?? true) event.run();
    }
    throw new Error(`Events are still left after ${maxSteps} steps`);
  }

  #next(): Event | undefined {
    if (this.#ready.length > 0) {
      const [event] = this.#ready.splice(this.pickUpTo(this.#ready.length - 1), 1);
      return event;
    }
    this.#timers = this.#timers.filter(({ owner }) => owner?.isAlive ?? true);
    let first: Timer | undefined;
    for (const timer of this.#timers) if (!first || timer.at < first.at) first = timer;
    if (!first) return undefined;
    this.#timers = this.#timers.filter((one) => one !== first);
    this.time = Math.max(this.time, first.at);
    return first;
  }
}
