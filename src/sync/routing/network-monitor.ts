import type { EventHub } from '../../operations/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TaskLocation } from './choose-route.ts';
import {
  fromSharedQuality,
  type MeasuredQuality,
  type NetworkSample,
  toSharedQuality,
  UNKNOWN_QUALITY,
  updateQuality,
} from './network-quality.ts';

interface NetworkMonitorDeps {
  events: EventHub;
  clock: Pick<Clock, 'monotonic'>;
  /** Resolves after the time, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** `network.measured` is emitted at most this often: sending an outbox measures hundreds of calls a second. */
const EMIT_INTERVAL_MS = 200;
const NEVER_ABORTS = new AbortController().signal;

/**
 * What is known of the network. Calls are measured in the leader tab, and tasks run in any tab: all tabs share what was measured,
 * and where the last task was sent.
 */
export class NetworkMonitor {
  /** What was measured, in this tab or another. */
  quality: MeasuredQuality = UNKNOWN_QUALITY;
  /** Where the task that was routed last runs, or undefined if none was. */
  lastLocation: TaskLocation | undefined;
  readonly #deps: NetworkMonitorDeps;
  readonly #listeners = new Set<() => void>();
  #isEmitScheduled = false;

  constructor(deps: NetworkMonitorDeps) {
    this.#deps = deps;
    deps.events.on('network.measured', ({ quality }) =>
      this.#setQuality(fromSharedQuality(quality, deps.clock.monotonic())),
    );
    deps.events.on('route.decided', ({ where }) => {
      this.lastLocation = where;
    });
  }

  /** Updates the quality at once in this tab, and in the other tabs within 200 ms. */
  observe(sample: NetworkSample): void {
    this.#setQuality(updateQuality(this.quality, sample));
    if (this.#isEmitScheduled) return;
    this.#isEmitScheduled = true;
    void this.#deps.sleep(EMIT_INTERVAL_MS, NEVER_ABORTS).then(() => {
      this.#isEmitScheduled = false;
      const quality = toSharedQuality(this.quality, this.#deps.clock.monotonic());
      this.#deps.events.publish({ type: 'network.measured', quality });
    });
  }

  /** Calls the listener after each change of the quality. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #setQuality(quality: MeasuredQuality): void {
    this.quality = quality;
    for (const listener of this.#listeners) listener();
  }
}
