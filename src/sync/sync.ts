import type { SyncApi } from '../domain/api/sync-status.ts';
import type { KerbsideEvent } from '../domain/events.ts';
import { isKerbsideError } from '../errors.ts';
import type { TaskRouting } from '../operations/run-task.ts';
import type { Sync } from '../operations/sync-port.ts';
import { sleep } from '../platform/clock.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';
import { toDeliveryReason } from './pacing/delivery-reason.ts';
import { runSendLoop } from './sending/send-loop.ts';
import { listenToTriggers, requestBackgroundSync, type TriggerTargets } from './sending/triggers.ts';
import { createSyncApi } from './sync-api.ts';
import type { SyncParts, SyncWork } from './sync-work.ts';

interface OutboxSyncParts extends SyncParts {
  triggers: TriggerTargets;
  /**
   * Loads the code that sends.
   *
   * @throws `code_unavailable` if its file cannot be loaded.
   */
  loadWork(): Promise<SyncWork>;
}

/**
 * The sync of one Kerbside instance: its status at once, its work as soon as the code is loaded. Every tab opens it; the tab
 * that holds the leader lock does the work.
 */
export class OutboxSync implements Sync {
  readonly api: SyncApi;
  readonly routing: TaskRouting;
  readonly #parts: OutboxSyncParts;
  readonly #closed = new AbortController();
  #loading: Promise<SyncWork> | undefined;
  #work: SyncWork | undefined;
  #endSleep = () => {};
  /** Resolves when this tab will not send again. */
  #sending: Promise<void> | undefined;

  constructor(parts: OutboxSyncParts) {
    const { host, store, environment, state, routing } = parts;
    this.#parts = parts;
    this.api = createSyncApi({
      store,
      events: host.events,
      environment,
      state,
      userId: host.user.id,
      requestSend: (about) => this.#requestSend(about),
      loadActions: async () => (await this.#load()).actions,
      closed: this.#closed.signal,
    });
    this.routing = {
      authority: routing.results === 'device' ? 'device' : 'service',
      shouldRunOnDevice: async (inspectionId, name, signal) => {
        try {
          return await (await this.#load()).routing.shouldRunOnDevice(inspectionId, name, signal);
        } catch (error) {
          // Without the code that sends, the service cannot be asked.
          if (isCodeMissing(error)) return routing.route !== 'remote';
          throw error;
        }
      },
    };
  }

  start(): void {
    const { host, environment, clock, random, triggers } = this.#parts;
    // In every tab and now: there is a network, as the page was just loaded, and tasks are routed in any tab.
    this.#load().catch(() => {});
    host.events.onAny((event) => {
      if (event.type === 'sync.asked') this.#endSleep();
      this.#work?.onEvent(event);
    });
    const listeners = {
      onRetry: () => this.#requestSend(),
      onHidden: () => void this.#leaveToBackground().catch(() => {}),
    };
    this.#closed.signal.addEventListener('abort', listenToTriggers(listeners, triggers));
    const loop = {
      locks: host.platform.locks,
      lockName: `${environment.lockPrefix}:sender`,
      clock,
      random,
      sleep: (milliseconds: number, signal: AbortSignal) => this.#sleepUntilAsked(milliseconds, signal),
      onFailure: (error: unknown) => this.#onFailure(error),
      createSender: () => ({
        run: async (signal: AbortSignal) => (await rejectOnAbort(this.#load(), signal)).runTerm(signal),
      }),
    };
    this.#sending = runSendLoop(loop, this.#closed.signal);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#sending;
  }

  /** Asks the leader tab to send now. */
  #requestSend(about?: string): void {
    const { events, user } = this.#parts.host;
    events.publish({ type: 'sync.asked', userId: user.id, ...(about !== undefined && { about }) });
  }

  #sleepUntilAsked(milliseconds: number, signal: AbortSignal): Promise<void> {
    const asked = new AbortController();
    this.#endSleep = () => asked.abort();
    return sleep(this.#parts.clock, milliseconds, AbortSignal.any([signal, asked.signal]));
  }

  async #load(): Promise<SyncWork> {
    this.#loading ??= this.#parts.loadWork();
    const loading = this.#loading;
    try {
      this.#work = await loading;
      return this.#work;
    } catch (error) {
      if (this.#loading === loading) this.#loading = undefined; // the next call tries again
      throw error;
    }
  }

  /** The tab may be closed now, even if there is a network: registers Background Sync if operations are left. */
  async #leaveToBackground(): Promise<void> {
    const { store, environment } = this.#parts;
    const { blocked: _needsTheApp, ...unsent } = await store.outboxCounts();
    if (Object.values(unsent).some((count) => count > 0)) {
      await requestBackgroundSync(environment.lockPrefix);
    }
  }

  /** The send loop starts again: after a delay, or when a trigger asks. */
  #onFailure(error: unknown): void {
    const { host, environment } = this.#parts;
    const isUnloaded = isCodeMissing(error);
    if (isUnloaded) void requestBackgroundSync(environment.lockPrefix);
    // Only this tab is outdated: the tabs of the newer version continue to send.
    const isOnlyThisTab = isKerbsideError(error, 'storage_outdated');
    const emitted: KerbsideEvent[] = [
      {
        type: 'sync.paused',
        reason: isUnloaded ? 'unreachable' : 'storage',
        cause: toDeliveryReason(error),
      },
      { type: 'sync.idle' },
    ];
    for (const event of emitted) {
      if (isOnlyThisTab) host.events.emitLocal(event);
      else host.events.publish(event);
    }
  }
}

function isCodeMissing(error: unknown): boolean {
  return isKerbsideError(error, 'code_unavailable');
}
