import type { Clock } from '../../platform/clock.ts';

const SHORTEST_MS = 30_000;
const LONGEST_MS = 600_000;
/** Who is back within this time found nobody in line. */
const AT_ONCE_MS = 100;

/**
 * When the tab that sends gives way to another user's, whose operations it must not send: as soon as one asks. Unasked it does
 * not know whether they have a tab that waits: if it is back at once they had none, and it gives way less and less often.
 */
export class GiveWay {
  readonly #clock: Clock;
  #last = Number.NEGATIVE_INFINITY;
  #everyMs = SHORTEST_MS;
  #cancel = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** It is this tab's turn to send, for the first time or again. */
  began(): void {
    const isAtOnce = this.#clock.monotonic() - this.#last < AT_ONCE_MS;
    this.#everyMs = isAtOnce ? Math.min(this.#everyMs * 2, LONGEST_MS) : SHORTEST_MS;
  }

  /** Another user's tab wants to send: it does wait. */
  asked(): void {
    this.#last = Number.NEGATIVE_INFINITY;
  }

  /** Whether to give way now; if not, `again` is called when it is time to ask again. */
  isTime(again: () => void): boolean {
    this.stop();
    const now = this.#clock.monotonic();
    const left = this.#last + this.#everyMs - now;
    if (left > 0) {
      this.#cancel = this.#clock.after(left, again);
      return false;
    }
    this.#last = now;
    return true;
  }

  stop(): void {
    this.#cancel();
  }
}
