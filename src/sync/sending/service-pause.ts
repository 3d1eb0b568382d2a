import { isKerbsideError } from '../../errors.ts';
import { MAX_RETRY_DELAY_MS } from './backoff.ts';

/** The service's `Retry-After`. It applies to every request of this device: whoever receives it starts the pause for all. */
export class ServicePause {
  readonly #monotonic: () => number;
  #endsAt = 0;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Monotonic time. Nothing is requested before it. */
  get endsAt(): number {
    return this.#endsAt;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - this.#monotonic());
  }

  /** Pauses for 5 minutes at most: then one request tests whether the service still wants the pause. */
  start(milliseconds: number): void {
    const endsAt = this.#monotonic() + Math.min(milliseconds, MAX_RETRY_DELAY_MS);
    this.#endsAt = Math.max(this.#endsAt, endsAt);
  }

  /** Pauses if the service sent `Retry-After` with this error. */
  startAfter(error: unknown): void {
    const { retryAfterMs } = isKerbsideError(error) ? error.details : {};
    if (typeof retryAfterMs === 'number') this.start(retryAfterMs);
  }
}
