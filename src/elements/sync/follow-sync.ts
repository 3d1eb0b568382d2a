import type { SyncApi, SyncStatus } from '../../domain/api/sync-status.ts';
import type { EventOf, EventType } from '../../domain/events.ts';
import { getRefreshPauseMs, SYNC_STATUS_EVENTS } from '../../domain/sync-refresh.ts';
import { isKerbsideError } from '../../errors.ts';
import { coalesce } from '../../platform/coalesce.ts';

/** Each rendering takes 1 to 3 ms on a slow phone, mostly layout and paint. */
const PROGRESS_PAUSE_MS = 1_000;

/** The part of `Kerbside` that `<kerbside-sync>` uses. */
export interface SyncSource {
  sync: Pick<SyncApi, 'status' | 'flush' | 'retry' | 'discard' | 'export'>;
  storage: { usage(): Promise<{ usedBytes: number | null }> };
  on<Type extends EventType>(type: Type, handler: (event: EventOf<Type>) => void): () => void;
}

/** The known state of the outbox. */
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

/** Reads the state of the outbox now and after each change, until `stop`. */
export class SyncFollower {
  readonly #kerbside: SyncSource;
  readonly #onChange: (view: SyncView) => void;
  readonly #stopped = new AbortController();
  readonly #unsubscribes: readonly (() => void)[];
  #view: SyncView;
  #latest: EventOf<'sync.changed'> | undefined;

  /**
   * @param view The state that is known already.
   * @param onChange Gets the state after each change.
   */
  constructor(kerbside: SyncSource, view: SyncView, onChange: (view: SyncView) => void) {
    this.#kerbside = kerbside;
    this.#view = view;
    this.#onChange = onChange;
    const read = coalesce(
      () => this.#read().catch((error: unknown) => this.#update({ error })),
      () => getRefreshPauseMs(this.#view.status), // while an outbox is sent, it changes many times per second
    );
    const showInFlight = coalesce(
      async () => this.#showInFlight(),
      () => PROGRESS_PAUSE_MS,
    );
    this.#unsubscribes = [
      ...SYNC_STATUS_EVENTS.map((type) => kerbside.on(type, read)),
      kerbside.on('sync.changed', (event) => {
        this.#latest = event;
        showInFlight();
      }),
    ];
    // The view depends on the network.
    const { signal } = this.#stopped;
    for (const type of ['online', 'offline']) addEventListener(type, () => this.#update({}), { signal });
    read();
  }

  /** Shows a status that a call has returned. */
  setStatus(status: SyncStatus): void {
    this.#update({ status });
  }

  stop(): void {
    this.#stopped.abort();
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
  }

  #update(change: Partial<SyncView>): void {
    if (this.#stopped.signal.aborted) return;
    this.#view = { ...this.#view, ...change };
    this.#onChange(this.#view);
  }

  async #read(): Promise<void> {
    const { usedBytes } = await this.#kerbside.storage.usage();
    if (this.#view.hasNoService) return this.#update({ usedBytes, error: undefined });
    const status = await this.#kerbside.sync.status().catch((error: unknown) => {
      if (!isKerbsideError(error, 'unsupported')) throw error;
      return undefined;
    });
    this.#update({ usedBytes, status, hasNoService: status === undefined, error: undefined });
  }

  /** Shows upload progress without reading the outbox. */
  #showInFlight(): void {
    const { status } = this.#view;
    if (!status || !this.#latest) return;
    const { inFlight, lastSuccessAt } = this.#latest;
    this.#update({ status: { ...status, inFlight, lastSuccessAt: lastSuccessAt ?? status.lastSuccessAt } });
  }
}
