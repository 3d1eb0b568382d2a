import type { AwaitedTask } from '../../domain/outbox/delivery.ts';
import type { EventHub } from '../../operations/events.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  fromSharedQuality,
  type MeasuredQuality,
  type NetworkSample,
  toSharedQuality,
  UNKNOWN_QUALITY,
  updateQuality,
} from './network-quality.ts';

type StartedTask = Pick<AwaitedTask, 'inspectionId' | 'taskName'>;

/** `network.measured` is emitted at most this often: sending an outbox measures hundreds of calls a second. */
const EMIT_INTERVAL_MS = 200;

/** The state of the network. Calls are measured in the leader tab, and tasks run in any tab: all tabs share it. */
export class NetworkMonitor {
  /** A measurement, of this tab or another. */
  quality: MeasuredQuality = UNKNOWN_QUALITY;
  readonly #events: EventHub;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #listeners = new Set<() => void>();
  readonly #taskStarts = new Map<string, number>();
  #isEmitScheduled = false;

  constructor(events: EventHub, clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#events = events;
    this.#clock = clock;
    events.on('network.measured', ({ quality }) =>
      this.#setQuality(fromSharedQuality(quality, clock.monotonic())),
    );
  }

  /** Updates the quality at once in this tab, and in the other tabs within 200 ms. */
  observe(sample: NetworkSample): void {
    this.#setQuality(updateQuality(this.quality, sample));
    if (this.#isEmitScheduled) return;
    this.#isEmitScheduled = true;
    this.#clock.after(EMIT_INTERVAL_MS, () => {
      this.#isEmitScheduled = false;
      const quality = toSharedQuality(this.quality, this.#clock.monotonic());
      this.#events.publish({ type: 'network.measured', quality });
    });
  }

  /** The service was told to run a task. */
  taskStarted(task: StartedTask): void {
    this.#taskStarts.set(getKey(task), this.#clock.monotonic());
  }

  /**
   * The results of a task arrived: measures how long the service took.
   *
   * Only tasks that were started and finished while this tab was the leader are measured. The stored start (`since`) is
   * wall-clock time: a clock that was set in between would give any duration, even a negative one.
   */
  taskArrived(task: StartedTask): void {
    const startedAt = this.#taskStarts.get(getKey(task));
    this.#taskStarts.delete(getKey(task));
    if (startedAt === undefined) return;
    this.observe({ type: 'result', taskName: task.taskName, ms: this.#clock.monotonic() - startedAt });
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

function getKey({ inspectionId, taskName }: StartedTask): string {
  return `${inspectionId}:${taskName}`;
}
