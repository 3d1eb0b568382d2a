import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Chain } from '../outbox/chain.ts';
import { ChainWindow } from '../outbox/chain-window.ts';
import { DeliveryRecorder } from '../outbox/delivery-recorder.ts';
import { RetrySchedule } from '../pacing/retry-schedule.ts';
import { AttemptRunner } from './attempt-runner.ts';
import type { SenderDeps } from './sender-deps.ts';

/**
 * Sends the outbox. At most one sender runs per origin: the leader tab's.
 *
 *   ChainWindow: chains (one inspection each, complete) ──▶ steps that wait for nothing
 *        ▲                                                        │
 *        │ parked: nothing to do until a time                     ▼
 *        └─────────────────────────────────────────────── AttemptRunner: claims, sends, stores the outcome
 *
 * The sender decides what is next. `#advance` runs after every change: new operations, a stored write, a response, a
 * timer. Runs of `#advance` are never concurrent.
 *
 * A response counts in memory at once and is written shortly after. Writes keep their order, and `sending` is written
 * before a request leaves. So no request leaves before the responses that it depends on are stored. Any failure of the
 * store ends the run; the next run starts from what is stored.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #stop = new AbortController();
  readonly #recorder: DeliveryRecorder;
  readonly #window: ChainWindow;
  readonly #retries: RetrySchedule;
  readonly #attempts: AttemptRunner;
  #isScheduled = false;
  #isIdle = false;
  #cancelTimer = () => {};
  #fail: (error: unknown) => void = () => {};

  constructor(deps: SenderDeps) {
    const { store, clock, random, graceMs, limits, pacing } = deps;
    const onChange = () => this.#schedule();
    const onFailure = (error: unknown) => this.#fail(error);
    this.#deps = deps;
    this.#recorder = new DeliveryRecorder({
      store,
      clock,
      stopped: this.#stop.signal,
      onWritten: onChange,
      onFailure,
    });
    this.#retries = new RetrySchedule(clock, random, graceMs);
    pacing.reset();
    this.#window = new ChainWindow({
      ...deps,
      size: limits.window,
      isPaused: () => pacing.isPaused,
      whenWritten: (inspectionId) => this.#recorder.whenWritten(inspectionId),
      onChange,
      onFailure,
    });
    this.#attempts = new AttemptRunner({
      ...deps,
      stopped: this.#stop.signal,
      recorder: this.#recorder,
      retries: this.#retries,
      window: this.#window,
      onChange,
      onFailure,
    });
  }

  /** Resolves when the signal aborts. Rejects when the store fails. */
  run(signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const end = () => {
        this.#cancelTimer();
        this.#window.close();
        this.#stop.abort();
      };
      this.#fail = (error) => {
        end();
        reject(error);
      };
      signal.addEventListener('abort', () => {
        end();
        resolve();
      });
      if (signal.aborted) return resolve();
      this.#window.fill();
    });
  }

  /** New operations may be in the outbox. */
  wake(): void {
    this.#window.fill();
  }

  /** Stored operations of this inspection changed: results arrived, an operation was retried or discarded. */
  reload(inspectionId: string): void {
    this.#window.reload(inspectionId);
  }

  /** Reads the whole outbox again and tries everything now, except what a `Retry-After` or a grace period delays. */
  retryNow(): void {
    this.#retries.retryNow();
    this.#deps.pacing.release();
    this.#isIdle = false;
    this.#window.reloadAll();
  }

  /** Calls `onIdle` once more if the sender is idle. */
  emitIdleAgain(): void {
    this.#isIdle = false;
    this.#window.fill(); // something may be due at this moment
  }

  /** Coalesces changes of one turn into one `#advance`. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (!this.#stop.signal.aborted) this.#advance();
    });
  }

  #advance(): void {
    const now = this.#deps.clock.monotonic();
    let wakeAt = this.#deps.pacing.resumesAt;
    if (!this.#deps.pacing.isPaused) {
      for (const chain of this.#window.chains) wakeAt = Math.min(wakeAt, this.#advanceChain(chain, now));
    }
    this.#attempts.startReady();
    if (this.#attempts.isRunningLow || this.#attempts.areLanesIdle) this.#recorder.flushIfIdle();
    this.#wakeAt(Math.min(wakeAt, this.#window.nextWakeAt), now);
    this.#emitIdle();
  }

  /** Takes the chain's next steps as far as there is room. Returns when its next delay is over, in monotonic time. */
  #advanceChain(chain: Chain, now: number): number {
    let wakeAt = Number.POSITIVE_INFINITY;
    if (!this.#attempts.hasRoomFor(chain)) return wakeAt;
    const isDue = (operation: StoredOperation) => {
      const dueAt = this.#retries.getDueTime(operation);
      if (dueAt > now) wakeAt = Math.min(wakeAt, dueAt);
      return dueAt <= now;
    };
    const steps = chain.getNextSteps(isDue);
    for (const step of steps) this.#attempts.take(step, chain);
    if (steps.length === 0 && !chain.isBusy) this.#window.park(chain, wakeAt);
    return wakeAt;
  }

  #wakeAt(time: number, now: number): void {
    this.#cancelTimer();
    this.#cancelTimer = () => {};
    if (time === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer = this.#deps.clock.after(Math.max(0, time - now), () => {
      if (this.#deps.pacing.resumesAt <= this.#deps.clock.monotonic()) this.#deps.pacing.release();
      this.#window.fill();
    });
  }

  #emitIdle(): void {
    const isIdle = this.#attempts.isIdle && this.#recorder.isIdle && !this.#window.isFilling;
    if (isIdle && !this.#isIdle) {
      this.#retries.endEagerness();
      this.#deps.events.onIdle(this.#window.hasOtherUsers, this.#retries.restartableUntil);
    }
    this.#isIdle = isIdle;
  }
}
