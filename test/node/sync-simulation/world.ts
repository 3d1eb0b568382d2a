import { type Random, seededRandom } from '../../fixtures/random.ts';

/** A tab, or anything else that can be killed: from then on nothing of it runs, and no promise of it goes on. */
export class Mortal {
  isAlive = true;
}

interface Event {
  owner: Mortal | undefined;
  run(): void;
}

interface Timer extends Event {
  at: number;
}

/**
 * A world of its own: time that moves only when nothing else can happen, and chance that is drawn from one seed. Every
 * awaited step of every tab is an event, and which of those that could happen happens next is drawn.
 */
export class World {
  readonly random: Random;
  /** Milliseconds since the beginning. */
  time = 1_000;
  /** How wrong the clock on the wall is. */
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

  upTo(most: number): number {
    return Math.floor(this.random.next() * (most + 1));
  }

  /** Something that may happen from now on, as long as its owner lives. */
  soon(owner: Mortal | undefined, run: () => void): void {
    this.#ready.push({ owner, run });
  }

  after(milliseconds: number, owner: Mortal | undefined, run: () => void): () => void {
    const timer: Timer = { at: this.time + milliseconds, owner, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** A step of a tab that it waits for: it happens whole or not at all, and the tab may die before it hears of it. */
  step<T>(owner: Mortal, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.soon(owner, () => {
        let heard: () => void;
        try {
          const value = work();
          heard = () => resolve(value);
        } catch (error) {
          heard = () => reject(error);
        }
        this.soon(owner, heard);
      });
    });
  }

  /** Lets things happen until nothing is left to happen, or `isOver` says so. */
  async run(beforeEach: () => void, isOver: () => boolean, mostSteps: number): Promise<void> {
    for (let steps = 0; steps < mostSteps; steps += 1) {
      await new Promise(setImmediate); // everything that follows from the last event has followed
      if (isOver()) return;
      this.steps += 1;
      beforeEach();
      const event = this.#next();
      if (!event) return;
      if (event.owner?.isAlive ?? true) event.run();
    }
    throw new Error(`Still not at rest after ${mostSteps} steps`);
  }

  #next(): Event | undefined {
    if (this.#ready.length > 0) {
      const [event] = this.#ready.splice(this.upTo(this.#ready.length - 1), 1);
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
