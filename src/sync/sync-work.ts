import type { EventType } from '../domain/events.ts';
import type { AwaitedTask } from '../domain/outbox/delivery.ts';
import type { StoredOperation } from '../domain/outbox/operation.ts';
import type { HubEvent } from '../operations/events.ts';
import type { Host } from '../operations/host.ts';
import type { TaskRouting } from '../operations/run-task.ts';
import type { SyncEnvironment } from '../operations/sync-port.ts';
import type { Clock } from '../platform/clock.ts';
import { selectDeviceResults } from '../rules/device-results.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import { coalesceReads } from './connection/coalesce-reads.ts';
import { Connection } from './connection/connection.ts';
import { startsTask } from './outbox/chain.ts';
import { OutboxActions } from './outbox/outbox-actions.ts';
import { Pacing } from './pacing/pacing.ts';
import { reconcile } from './reconcile/reconcile.ts';
import type { RemoteSyncOptions } from './remote-sync-options.ts';
import { ResultsPoller } from './results/results-poller.ts';
import { StorageLossReporter } from './results/storage-loss-reporter.ts';
import { Router, type RouterOptions, readNetworkHints } from './routing/router.ts';
import { adoptDamage } from './sending/adopt-damage.ts';
import { type DeliveryContext, deliver } from './sending/deliver.ts';
import { LeaderHandover } from './sending/leader-handover.ts';
import { Sender } from './sending/sender.ts';
import type { SenderEvents, SenderLimits } from './sending/sender-deps.ts';
import { requestBackgroundSync } from './sending/triggers.ts';
import type { SharedSyncState } from './shared-sync-state.ts';
import { PhotoRetention, type Retention } from './upload/retention.ts';

/** The parts of sync in one tab. */
export interface SyncParts {
  host: Host;
  environment: SyncEnvironment;
  store: OutboxStore;
  clock: Clock;
  random(): number;
  state: SharedSyncState;
  options: RemoteSyncOptions;
  routing: RouterOptions;
  retention: Retention;
  limits: SenderLimits;
  graceMs: number;
}

/** How many of the newest inspections are searched for what a dead tab created in its last seconds. */
const RECENT_INSPECTIONS = 100;

/** After these events, stored operations may have to be sent differently or not at all: the inspection is read again. */
const RELOAD_EVENTS: ReadonlySet<string> = new Set<EventType>([
  'inspection.updated',
  'inspection.deleted',
  'inspection.purged',
  'image.deleted',
]);

/**
 * Sync without its status: sends, fetches results, routes tasks. It is loaded on demand, so that an app can record
 * before this code has arrived.
 *
 *   Connection ─┬─▶ Sender         in the leader tab, one per term
 *               ├─▶ ResultsPoller  in the leader tab
 *               └─▶ Router         in every tab
 */
export class SyncWork {
  /** For the task runner. */
  readonly routing: TaskRouting;
  /** The app's actions on an operation that is not delivered. */
  readonly actions: OutboxActions;
  readonly #parts: SyncParts;
  readonly #connection: Connection;
  readonly #poller: ResultsPoller;
  readonly #storageLoss: StorageLossReporter;
  readonly #handover: LeaderHandover;
  readonly #photos: PhotoRetention;
  /** Set while this tab is the leader. */
  #sender: Sender | undefined;
  #endTerm = () => {};
  /** Whether results are awaited that only another user's tab can fetch. */
  #awaitsOthers = false;

  constructor(parts: SyncParts) {
    const { host, environment, store, clock, random, state, routing, retention } = parts;
    const { events, user } = host;
    this.#parts = parts;
    const pacing = new Pacing({
      clock,
      random,
      onPaused(reason, cause) {
        events.publish({ type: 'sync.paused', reason, cause });
        if (reason === 'unreachable') void requestBackgroundSync(environment.lockPrefix);
      },
      onResumed: () => events.publish({ type: 'sync.resumed' }),
    });
    const connection = new Connection(parts, pacing);
    this.#connection = connection;
    this.#photos = new PhotoRetention(store, retention);
    this.#poller = new ResultsPoller({
      store,
      userId: user.id,
      changes: host.changes,
      connection,
      clock,
      onArrived: (task) => this.#onArrived(task),
      onHidden: () => this.#onHidden(),
    });
    this.#storageLoss = new StorageLossReporter(parts, connection);
    this.#handover = new LeaderHandover(clock);
    this.routing = new Router(routing, {
      network: connection.network,
      store,
      events,
      clock,
      readHints: readNetworkHints,
      getPauseReason: () => state.paused ?? undefined,
    });
    this.actions = new OutboxActions(store);
  }

  /**
   * Sends and fetches results as the leader tab, until the signal aborts or the leader hands over. Sending and fetching end
   * together: if one fails, both start again.
   */
  async runTerm(signal: AbortSignal): Promise<void> {
    const { host, state } = this.#parts;
    state.reset();
    if (state.paused) host.events.publish({ type: 'sync.resumed' }); // the pause of the previous leader has ended with it
    const sender = this.#createSender();
    this.#sender = sender;
    const term = new AbortController();
    const end = () => term.abort();
    this.#endTerm = end;
    this.#handover.startTerm();
    this.#awaitsOthers = false;
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    this.#photos.releaseFinished();
    try {
      await Promise.all([
        sender.run(term.signal),
        this.#poller.run(term.signal),
        this.#storageLoss.run(term.signal),
      ]);
    } finally {
      end();
      signal.removeEventListener('abort', end);
      this.#handover.cancel();
      this.#sender = undefined;
    }
  }

  /** Takes over an event of any tab. */
  onEvent(event: HubEvent): void {
    if (event.type === 'sync.asked') {
      if (event.about !== undefined) this.#sender?.reload(event.about);
      if (event.userId !== this.#parts.host.user.id) this.#handover.request();
      this.#sender?.retryNow();
      this.#poller.pollNow();
      this.#storageLoss.retryNow();
    } else if (event.type === 'storage.lost' && !event.toCaptureAgain) {
      // A new database counts its operations from 1 again: what this sender knows of a sequence is about another one.
      this.#endTerm();
    } else if (RELOAD_EVENTS.has(event.type) && 'inspectionId' in event) {
      this.#sender?.reload(event.inspectionId);
    } else if ('inspectionId' in event && event.type !== 'sync.progress') this.#sender?.wake();
  }

  #createSender(): Sender {
    const { host, clock, state, routing } = this.#parts;
    const connection = this.#connection;
    const context: DeliveryContext = {
      connection,
      readDeviceResults: (inspectionId) => this.#readDeviceResults(inspectionId),
      onProgress: (operation, sent, total) => state.updateProgress(operation, sent, total),
      now: clock.now,
    };
    const coalesced = {
      remote: coalesceReads(connection.remote, clock),
      getImageSize: (inspectionId: string, imageId: string) => connection.getImageSize(inspectionId, imageId),
    };
    return new Sender({
      ...this.#parts,
      userId: host.user.id,
      pacing: connection.pacing,
      deliver: (operation, ids, signal) => deliver(operation, ids, context, signal),
      reconcileRecent: (operation, ids, signal) =>
        reconcile(operation, ids, coalesced, { signal, maxInspections: RECENT_INSPECTIONS }),
      reconcileAll: (operation, ids, signal) => reconcile(operation, ids, connection, { signal }),
      sendsTaskStarts: routing.results !== 'device',
      adoptDamage: (inspectionId, damageId) => this.#adoptDamage(inspectionId, damageId),
      events: this.#createSenderEvents(),
    });
  }

  #createSenderEvents(): SenderEvents {
    const { host, state } = this.#parts;
    const { events } = host;
    return {
      onSending: (operation) => state.addInFlight(operation),
      onRemoved: (operation, isDelivered) => this.#onRemoved(operation, isDelivered),
      onFailed: (operation) => state.removeInFlight(operation, false),
      onRetry: (operation, retry) => state.emitRetry(operation, retry),
      onBlocked: (operation, reason) => state.emitBlocked(operation, reason),
      onIdle: (hasOtherUsers, restartableUntil) => {
        const askAgain = () => this.#sender?.emitIdleAgain();
        const hasWorkOfOthers = hasOtherUsers || this.#awaitsOthers;
        if (hasWorkOfOthers && this.#handover.shouldHandOver(askAgain, restartableUntil)) this.#endTerm();
        else events.publish({ type: 'sync.idle' }); // after a handover, the next leader emits it
      },
    };
  }

  #onRemoved(operation: StoredOperation, isDelivered: boolean): void {
    const { kind, inspectionId } = operation;
    this.#parts.state.removeInFlight(operation, isDelivered);
    if (isDelivered) this.#poller.recordSuccess();
    if (kind === 'task.update') {
      const { taskName } = operation.payload;
      if (startsTask(operation)) this.#connection.network.taskStarted({ inspectionId, taskName });
      this.#poller.wake();
    }
    if (kind === 'task.update' || kind === 'image.add') this.#photos.release(inspectionId);
  }

  #onArrived(task: AwaitedTask): void {
    this.#connection.network.taskArrived(task);
    this.#photos.release(task.inspectionId);
  }

  #onHidden(): void {
    if (this.#awaitsOthers) return;
    this.#awaitsOthers = true;
    this.#sender?.emitIdleAgain(); // the sender may have been idle for long
  }

  async #readDeviceResults(inspectionId: string) {
    const loaded = await this.#parts.store.load(inspectionId);
    return loaded && selectDeviceResults(loaded.state);
  }

  /** See SenderDeps. */
  async #adoptDamage(inspectionId: string, damageId: string): Promise<boolean> {
    const { host, store } = this.#parts;
    if ((await store.load(inspectionId))?.state.inspection.deletedAt !== undefined) return false;
    await host.changes.apply(inspectionId, adoptDamage(damageId));
    return true;
  }
}
