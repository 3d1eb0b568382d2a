import type { EventQueue } from './event-queue.ts';

/** A number of servers with one queue in front of them, first come, first served. */
export class Station {
  readonly name: string;
  readonly servers: number;
  readonly #events: EventQueue;
  #waiting: { since: number; start: () => void }[] = [];
  #first = 0;
  #busy = 0;
  #busySeconds = 0;
  #longestWait = 0;

  constructor(name: string, servers: number, events: EventQueue) {
    this.name = name;
    this.servers = servers;
    this.#events = events;
  }

  /** Occupies a server for `seconds`, as soon as one is free. */
  serve(seconds: number, done: () => void): void {
    this.acquire((release) => {
      this.#events.after(seconds, () => {
        release();
        done();
      });
    });
  }

  /** Occupies a server until `release` is called. */
  acquire(start: (release: () => void) => void): void {
    const since = this.#events.now;
    const begin = () => {
      this.#busy += 1;
      const from = this.#events.now;
      this.#longestWait = Math.max(this.#longestWait, from - since);
      start(() => {
        this.#busy -= 1;
        this.#busySeconds += this.#events.now - from;
        this.#startNext();
      });
    };
    if (this.#busy < this.servers) begin();
    else this.#waiting.push({ since, start: begin });
  }

  /** Share of the servers that were busy over `seconds`, 0 to 1. */
  utilization(seconds: number): number {
    return this.#busySeconds / (this.servers * seconds);
  }

  /** In seconds. */
  get longestWait(): number {
    return this.#longestWait;
  }

  #startNext(): void {
    const next = this.#waiting[this.#first];
    if (!next || this.#busy >= this.servers) return;
    this.#first += 1;
    if (this.#first > 1_000 && this.#first * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    next.start();
  }
}
