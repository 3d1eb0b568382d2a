import type { EventOf, EventType } from '../../domain/events.ts';
import type { SyncApi, SyncStatus } from '../../domain/sync-status/sync.ts';
import { getRefreshPauseMs } from '../../domain/sync-status/sync-refresh.ts';
import { isKerbsideError } from '../../errors.ts';
import { coalesce } from '../../platform/coalesce.ts';
import { onSyncChange } from './on-sync-change.ts';

/** Each rendering takes 1 to 3 ms on a slow phone, mostly layout and paint. */
const PROGRESS_PAUSE_MS = 1_000;

/** The part of `Kerbside` that `<kerbside-sync>` uses. */
export interface SyncSource {
  sync: Pick<SyncApi, 'status' | 'flush' | 'retry' | 'discard' | 'export'>;
  storage: { usage(): Promise<{ usedBytes: number | null }> };
  on<Type extends EventType>(type: Type, handler: (event: EventOf<Type>) => void): () => void;
}

/** What is known of the outbox. */
export interface SyncView {
  /** Undefined until it is read, and without a service. */
  status: SyncStatus | undefined;
  usedBytes: number | null | undefined;
  hasNoService: boolean;
  /** Why the outbox cannot be read. */
  error: unknown;
}

export const EMPTY_VIEW: SyncView = {
  status: undefined,
  usedBytes: undefined,
  hasNoService: false,
  error: undefined,
};

export interface SyncFollower {
  /** Shows a status that a call has returned. */
  setStatus(status: SyncStatus): void;
  stop(): void;
}

/**
 * Calls `onChange` with what is known of the outbox, whenever it changes. After `stop`, it is not called any more.
 *
 * @param view What is known already.
 */
export function followSync(
  kerbside: SyncSource,
  view: SyncView,
  onChange: (view: SyncView) => void,
): SyncFollower {
  const stopped = new AbortController();
  const { signal } = stopped;
  const update = (change: Partial<SyncView>) => {
    if (signal.aborted) return;
    view = { ...view, ...change };
    onChange(view);
  };

  const read = async () => {
    const { usedBytes } = await kerbside.storage.usage();
    if (view.hasNoService) return update({ usedBytes, error: undefined });
    const status = await kerbside.sync.status().catch((error: unknown) => {
      if (!isKerbsideError(error, 'unsupported')) throw error;
      return undefined;
    });
    update({ usedBytes, status, hasNoService: status === undefined, error: undefined });
  };
  const refresh = () => read().catch((error: unknown) => update({ error }));
  const stopReading = onSyncChange(kerbside, refresh, () => getRefreshPauseMs(view.status));

  let latest: EventOf<'sync.changed'> | undefined;
  /** Shows upload progress without reading the outbox. */
  const showInFlight = coalesce(
    async () => {
      const { status } = view;
      if (!status || !latest) return;
      const { inFlight, lastSuccessAt } = latest;
      update({ status: { ...status, inFlight, lastSuccessAt: lastSuccessAt ?? status.lastSuccessAt } });
    },
    () => PROGRESS_PAUSE_MS,
  );
  const stopFollowing = kerbside.on('sync.changed', (event) => {
    latest = event;
    showInFlight();
  });
  // What is shown depends on the network.
  for (const type of ['online', 'offline']) addEventListener(type, () => update({}), { signal });

  return {
    setStatus: (status) => update({ status }),
    stop() {
      stopped.abort();
      stopFollowing();
      stopReading();
    },
  };
}
