/** Events in order of time. Events of the same time run in the order in which they were added. */
export class EventQueue {
  readonly #times: number[] = [];
  readonly #orders: number[] = [];
  readonly #actions: (() => void)[] = [];
  #added = 0;
  /** The time of the event that runs, in seconds. */
  now = 0;

  /** Runs the action `delay` seconds from now. */
  after(delay: number, action: () => void): void {
    let at = this.#times.length;
    const time = this.now + delay;
    this.#added += 1;
    this.#set(at, time, this.#added, action);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Runs all events, and those that they add. */
  run(): void {
    while (this.#times.length > 0) {
      this.now = this.#times[0] as number;
      const action = this.#actions[0] as () => void;
      this.#removeFirst();
      action();
    }
  }

  #removeFirst(): void {
    const last = this.#times.length - 1;
    this.#swap(0, last);
    this.#times.pop();
    this.#orders.pop();
    this.#actions.pop();
    let at = 0;
    for (;;) {
      let first = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < last && this.#isBefore(child, first)) first = child;
      }
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const difference = (this.#times[one] as number) - (this.#times[other] as number);
    return difference !== 0
      ? difference < 0
      : (this.#orders[one] as number) < (this.#orders[other] as number);
  }

  #set(at: number, time: number, order: number, action: () => void): void {
    this.#times[at] = time;
    this.#orders[at] = order;
    this.#actions[at] = action;
  }

  #swap(one: number, other: number): void {
    const [time, order, action] = [
      this.#times[one] as number,
      this.#orders[one] as number,
      this.#actions[one] as () => void,
    ];
    this.#set(
      one,
      this.#times[other] as number,
      this.#orders[other] as number,
      this.#actions[other] as () => void,
    );
    this.#set(other, time, order, action);
  }
}
