import { isKerbsideError } from '../errors.ts';
import type { Host } from '../operations/host.ts';
import type { Sync, SyncEnvironment } from '../operations/sync-port.ts';
import { type Clock, sleep } from '../platform/clock.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import type { RouterOptions } from './routing/router.ts';
import { computeRetryDelay, MIN_RESTART_DELAY_MS } from './sending/backoff.ts';
import { toDeliveryReason } from './sending/delivery-reason.ts';
import { runSendLoop } from './sending/send-loop.ts';
import { listenToTriggers, requestBackgroundSync, type TriggerTargets } from './sending/triggers.ts';
import type { SharedSyncState } from './shared-sync-state.ts';
import { createSyncApi } from './sync-api.ts';
import type { SyncWork } from './sync-work.ts';

interface SyncDeps {
  host: Host;
  environment: SyncEnvironment;
  store: OutboxStore;
  clock: Clock;
  random(): number;
  state: SharedSyncState;
  routing: RouterOptions;
  triggers: TriggerTargets;
  /**
   * Loads the code that sends.
   *
   * @throws `code_unavailable` if its file cannot be loaded.
   */
  loadWork(): Promise<SyncWork>;
}

/**
 * Connects sync to one Kerbside instance: its status at once, its work as soon as the code is loaded. Every tab opens it;
 * the tab that holds the leader lock does the work.
 */
export function openSync(deps: SyncDeps): Sync {
  const { host, environment, store, clock, random, state, routing, triggers } = deps;
  const { events, platform, user } = host;
  const closed = new AbortController();
  let loading: Promise<SyncWork> | undefined;
  let work: SyncWork | undefined;
  let endSleep = () => {};
  /** Resolves when this tab will not send again. */
  let sending: Promise<void> | undefined;

  const requestSend = (about?: string) =>
    events.publish({ type: 'sync.asked', userId: user.id, ...(about !== undefined && { about }) });

  const sleepUntilAsked = (milliseconds: number, signal: AbortSignal) => {
    const asked = new AbortController();
    endSleep = () => asked.abort();
    return sleep(clock, milliseconds, AbortSignal.any([signal, asked.signal]));
  };

  const load = () => {
    loading ??= deps.loadWork().then(
      (loaded) => {
        work = loaded;
        return loaded;
      },
      (error: unknown) => {
        loading = undefined; // the next call tries again
        throw error;
      },
    );
    return loading;
  };

  /** Loads the work. If its file is missing, holds sending, and tries again with backoff and when a trigger asks. */
  const loadUntilAvailable = async (signal: AbortSignal): Promise<SyncWork> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await rejectOnAbort(load(), signal);
      } catch (error) {
        if (signal.aborted || !isKerbsideError(error, 'code_unavailable')) throw error;
        events.publish({ type: 'sync.paused', reason: 'unreachable', pauseReason: toDeliveryReason(error) });
        events.publish({ type: 'sync.idle' });
        void requestBackgroundSync(environment.lockPrefix);
        await sleepUntilAsked(computeRetryDelay(failures, random(), MIN_RESTART_DELAY_MS), signal);
      }
    }
  };

  /** The tab may be closed now, even if there is a network: registers Background Sync if operations are left. */
  const leaveToBackground = async () => {
    const { blocked: _needsTheApp, ...unsent } = await store.outboxCounts();
    if (Object.values(unsent).some((count) => count > 0)) {
      await requestBackgroundSync(environment.lockPrefix);
    }
  };

  const onStoreFailure = (error: unknown) => {
    // Only this tab is outdated: the tabs of the newer version continue to send.
    const isOnlyThisTab = isKerbsideError(error, 'storage_outdated');
    const paused = { type: 'sync.paused', reason: 'storage', pauseReason: toDeliveryReason(error) } as const;
    for (const event of [paused, { type: 'sync.idle' }] as const) {
      if (isOnlyThisTab) events.emitLocal(event);
      else events.publish(event);
    }
  };

  return {
    api: createSyncApi({
      store,
      events,
      environment,
      state,
      userId: user.id,
      requestSend,
      loadActions: async () => (await load()).actions,
      closed: closed.signal,
    }),
    routing: {
      authority: routing.results === 'device' ? 'device' : 'service',
      async shouldRunOnDevice(inspectionId, name, signal) {
        try {
          return await (await load()).routing.shouldRunOnDevice(inspectionId, name, signal);
        } catch (error) {
          // Without the code that sends, the service cannot be asked.
          if (isKerbsideError(error, 'code_unavailable')) return routing.route !== 'remote';
          throw error;
        }
      },
    },
    start() {
      // In every tab and now: there is a network, as the page was just loaded, and tasks are routed in any tab.
      load().catch(() => {});
      events.onAny((event) => {
        if (event.type === 'sync.asked') endSleep();
        work?.onEvent(event);
      });
      const onHidden = () => void leaveToBackground().catch(() => {});
      const removeListeners = listenToTriggers({ onRetry: () => requestSend(), onHidden }, triggers);
      closed.signal.addEventListener('abort', removeListeners);
      const createSender = () => ({
        run: async (signal: AbortSignal) => (await loadUntilAvailable(signal)).runTerm(signal),
      });
      const loopDeps = {
        locks: platform.locks,
        lockName: `${environment.lockPrefix}:sender`,
        clock,
        random,
        sleep: sleepUntilAsked,
        onStoreFailure,
        createSender,
      };
      sending = runSendLoop(loopDeps, closed.signal);
    },
    async close() {
      closed.abort();
      await sending;
    },
  };
}
