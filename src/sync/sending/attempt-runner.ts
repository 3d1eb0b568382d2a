import type { PauseReason } from '../../domain/api/sync-status.ts';
import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { type Chain, type ChainEntry, type Step, startsTask } from '../outbox/chain.ts';
import type { ChainWindow } from '../outbox/chain-window.ts';
import type { DeliveryChange, DeliveryRecorder } from '../outbox/delivery-recorder.ts';
import { toBlocked, toQueued, toSending, toWaiting } from '../outbox/transitions.ts';
import { ConcurrencyLane } from '../pacing/concurrency-lane.ts';
import { classifyFailure } from '../pacing/failures.ts';
import type { RetrySchedule } from '../pacing/retry-schedule.ts';
import type { SenderDeps } from './sender-deps.ts';

/** How many small operations are claimed ahead, per small request that may run. Photos: 1 in all. */
const SMALL_PREFETCH = 8;

interface AttemptRunnerDeps
  extends Pick<
    SenderDeps,
    | 'store'
    | 'limits'
    | 'pacing'
    | 'deliver'
    | 'reconcileRecent'
    | 'reconcileAll'
    | 'adoptDamage'
    | 'sendsTaskStarts'
    | 'events'
  > {
  /** After it aborts, no outcome is stored. */
  stopped: AbortSignal;
  recorder: DeliveryRecorder;
  retries: RetrySchedule;
  window: ChainWindow;
  onChange(): void;
  onFailure(error: unknown): void;
}

interface Claim {
  chain: Chain;
  entry: ChainEntry;
  /** The operation before it was marked as `sending`. */
  before: StoredOperation;
  /** Whether another tab may have sent it and died. */
  isOrphaned: boolean;
}

/**
 * Runs attempts and stores their outcomes. Photos and small requests have a lane each.
 *
 *              claim                       a slot is free
 *   queued ──────────▶ `sending` is stored ─────────────▶ request ─┬─ applied ───────▶ removed, with what it created
 *     ▲                       │                                    ├─ no response, 5xx, 429 ─▶ waiting
 *     │                       │ the outbox pauses                ├─ rejected ──────▶ blocked
 *     └───────────────────────┴────────────────────────────────────┴─ no token ──────▶ queued; the outbox pauses
 *
 * `sending` is stored before the request leaves: after a crash, the next sender knows that it may have left.
 */
export class AttemptRunner {
  readonly #deps: AttemptRunnerDeps;
  readonly #photos: ConcurrencyLane<Claim>;
  readonly #small: ConcurrencyLane<Claim>;
  #adoptions = 0;
  /** The remote id of the inspection that the service created last. */
  #newestInspection: string | undefined;

  constructor(deps: AttemptRunnerDeps) {
    this.#deps = deps;
    this.#photos = new ConcurrencyLane(deps.limits.photos, 1);
    this.#small = new ConcurrencyLane(deps.limits.small, deps.limits.small * SMALL_PREFETCH);
  }

  get areLanesIdle(): boolean {
    return this.#photos.isIdle && this.#small.isIdle;
  }

  get isIdle(): boolean {
    return this.areLanesIdle && this.#adoptions === 0;
  }

  /** Whether a lane will be empty soon although claims are being written. */
  get isRunningLow(): boolean {
    return this.#photos.isRunningLow || this.#small.isRunningLow;
  }

  hasRoomFor(chain: Chain): boolean {
    return this.#small.hasRoom || (this.#photos.hasRoom && chain.hasPhotos);
  }

  /** Takes a step of a chain. If its lane has no room, nothing happens, and the chain returns the step again later. */
  take(step: Step, chain: Chain): void {
    const { entry } = step;
    const { operation } = entry;
    const { limits, sendsTaskStarts } = this.#deps;
    if (step.type === 'adopt') this.#adopt(chain, entry, step.damageId);
    else if (step.type === 'block') this.#block(entry, createUnknownReason(step.id), true);
    else if (step.type === 'drop' || (startsTask(operation) && !sendsTaskStarts)) this.#drop(chain, entry);
    else if (operation.kind !== 'image.add') {
      if (this.#small.hasRoom) this.#claim(chain, entry, this.#small);
    } else if (this.#photos.hasRoom && chain.claimedPhotos < limits.photosPerInspection) {
      this.#claim(chain, entry, this.#photos);
    }
  }

  /** Starts claimed operations as far as slots are free. */
  startReady(): void {
    const { pacing } = this.#deps;
    if (pacing.isPaused) this.#putBackReady(); // a poll may have got a `Retry-After` since the claim
    for (const lane of [this.#photos, this.#small]) {
      while (pacing.mayStart(lane)) {
        const claim = lane.take();
        if (!claim) break;
        void this.#attempt(claim, lane);
      }
    }
  }

  #claim(chain: Chain, entry: ChainEntry, lane: ConcurrencyLane<Claim>): void {
    const { recorder, retries, pacing } = this.#deps;
    const before = entry.operation;
    const isOrphaned = retries.isOrphaned(before);
    if (isOrphaned) retries.startGracePeriod(before);
    lane.reserve();
    const onWritten = () => {
      entry.isClaimed = true;
      lane.addReady({ chain, entry, before, isOrphaned });
      if (pacing.isPaused) this.#putBackReady();
    };
    recorder.mark(entry, toSending(before, this.#newestInspection), onWritten, { canWait: true });
  }

  async #attempt({ chain, entry, before, isOrphaned }: Claim, lane: ConcurrencyLane<Claim>): Promise<void> {
    const { deliver, reconcileRecent, reconcileAll, events, stopped, pacing, window, onChange } = this.#deps;
    // Since the claim, its record may have been deleted, or the operation discarded.
    const action = chain.has(entry) ? chain.chooseAction(before) : 'drop';
    const endTest = pacing.startTest(lane);
    events.onSending(entry.operation);
    try {
      if (action === 'drop' || (await this.#isTooEarly(entry.operation))) {
        this.#putBack(entry, before);
        // The tab that made it too early may have died before its event: the chain would return this step at once.
        return window.reload(chain.inspectionId);
      }
      const attempt = isOrphaned ? reconcileRecent : action === 'reconcile' ? reconcileAll : deliver;
      const changes = await attempt(entry.operation, chain.ids, stopped);
      if (stopped.aborted) return;
      if (changes) this.#remove(chain, entry, changes, true);
      else if (isOrphaned)
        this.#putBack(entry, before); // its request may still be in flight: the grace period has started
      else this.#drop(chain, entry);
      pacing.recordSuccess();
    } catch (error) {
      if (!stopped.aborted) this.#handleFailure(entry, before, error);
    } finally {
      endTest();
      lane.release();
      onChange();
    }
  }

  /**
   * Returns whether these are results, and other operations were committed before `sending` was stored. The commit added no
   * results, because these cover them; so these are sent after its operations, when all records have their remote ids.
   */
  async #isTooEarly({ kind, inspectionId }: StoredOperation): Promise<boolean> {
    if (kind !== 'inspection.results') return false;
    const { operations } = await this.#deps.store.outboxOf(inspectionId);
    return operations.some((operation) => operation.kind !== kind);
  }

  /** Removes an operation that the service does not need. */
  #drop(chain: Chain, entry: ChainEntry): void {
    this.#remove(chain, entry, [], false);
  }

  /** Removes an operation from the outbox and stores what it created, in one transaction. */
  #remove(chain: Chain, entry: ChainEntry, changes: readonly DeliveryChange[], isDelivered: boolean): void {
    const { recorder, retries, window, events } = this.#deps;
    const { operation } = entry;
    for (const change of changes) {
      if (change.type !== 'map') continue;
      chain.ids.add(change.remoteId);
      if (change.remoteId.kind === 'inspection') this.#newestInspection = change.remoteId.remoteId;
    }
    const isAwaited = changes.some(({ type }) => type === 'await');
    chain.remove(entry, isAwaited);
    retries.remove(operation.sequence);
    const onWritten = () => {
      if (operation.kind === 'inspection.create') window.releaseRelated(operation.inspectionId);
      events.onRemoved(operation, isDelivered);
    };
    const all = [...changes, { type: 'remove' as const, sequence: operation.sequence }];
    recorder.write(operation, all, onWritten, { canWait: true });
  }

  #handleFailure(entry: ChainEntry, before: StoredOperation, error: unknown): void {
    const { recorder, retries, events, onFailure } = this.#deps;
    const { operation } = entry;
    const { attempts = 1 } = operation.delivery ?? {};
    const last = before.delivery && 'reason' in before.delivery ? before.delivery.reason : undefined;
    const failure = classifyFailure(error, attempts, last);
    if (failure.type === 'stop' || (failure.type === 'pause' && failure.pause === 'storage')) {
      onFailure(error);
    } else if (failure.type === 'pause') {
      this.#putBack(entry, before);
      this.#pause(failure.pause, failure.reason);
    } else if (failure.type === 'wait') {
      const retry = retries.scheduleRetry(operation, attempts, failure);
      recorder.mark(entry, toWaiting(operation, { ...failure, ...retry }));
      events.onFailed(operation);
      events.onRetry(operation, { attempts, delayMs: retry.delayMs, reason: failure.reason });
      if (failure.isUnreachable) this.#pause('unreachable', failure.reason);
      else if (failure.minDelayMs > 0) this.#putBackReady(); // the connection delays every request
    } else {
      this.#block(entry, failure.reason, failure.isUnsent);
    }
  }

  #putBack(entry: ChainEntry, before: StoredOperation): void {
    this.#deps.recorder.mark(entry, toQueued(before));
    this.#deps.events.onFailed(entry.operation);
  }

  #block(entry: ChainEntry, reason: DeliveryReason, isUnsent: boolean): void {
    this.#deps.recorder.mark(entry, toBlocked(entry.operation, reason, isUnsent));
    this.#deps.events.onBlocked(entry.operation, reason);
  }

  #adopt(chain: Chain, entry: ChainEntry, damageId: string): void {
    const { adoptDamage, window } = this.#deps;
    entry.isClaimed = true;
    this.#adoptions += 1;
    adoptDamage(chain.inspectionId, damageId)
      .then((isAdopted) => {
        entry.isClaimed = false;
        if (isAdopted) window.reload(chain.inspectionId);
        else this.#drop(chain, entry);
      })
      .catch((error: unknown) => this.#handleFailure(entry, entry.operation, error))
      .finally(() => {
        this.#adoptions -= 1;
      });
  }

  #pause(reason: PauseReason, cause: DeliveryReason): void {
    this.#deps.pacing.pause(reason, cause);
    this.#putBackReady();
  }

  /** Returns claimed operations that were not sent to the outbox. */
  #putBackReady(): void {
    for (const lane of [this.#photos, this.#small]) {
      for (const { entry, before } of lane.drainReady()) this.#deps.recorder.mark(entry, toQueued(before));
    }
  }
}

function createUnknownReason(id: string): DeliveryReason {
  const message = `The service does not have ${id}, which this operation refers to. Its creation was discarded, or it was created elsewhere. Discard this operation, too.`;
  return { code: 'not_found', message };
}
