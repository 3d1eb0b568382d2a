import type { InspectionStatus } from '../domain/enums.ts';
import { isKerbsideError } from '../errors.ts';
import type { InspectionState } from '../rules/state.ts';
import type { HubEvent } from './events.ts';
import type { Host } from './host.ts';

/** How many of the newest inspections a scan reads. Users wait for the newest ones. */
const MAX_SCANNED_INSPECTIONS = 50;
const PAGE_SIZE = 50;
const RETRY_MS = 10_000;

/** Which inspections a scan reads, newest first. */
interface Scan {
  /** Default: any. */
  status?: InspectionStatus;
  /** Default: `MAX_SCANNED_INSPECTIONS`. */
  limit?: number;
}

/** One kind of background work. An item names what is to be done: a task, a photo. */
export interface WorkDescription<Item extends object> {
  /** Names the item among all work on the database. */
  key(item: Item): string;
  /** Returns the item that an event calls for. */
  onEvent(event: HubEvent): Item | undefined;
  /** Returns what is to be done in a stored inspection. */
  find(state: InspectionState): Item[];
  /** The inspections that `find` gets. Default: the newest. */
  scans?: readonly Scan[];
  /**
   * Does the work, unless another tab has done it. Ends early if the signal aborts.
   *
   * A retryable error runs it again in 10 s: the store failed. Any other `KerbsideError` ends it: the record is gone or was
   * changed. If the analyzer failed, it must not throw: the item stays undone until the next scan.
   */
  run(item: Item, signal: AbortSignal): Promise<void>;
}

/**
 * Runs one kind of work in the background. For each key:
 *
 *   idle ── event or scan ──▶ waits for the lock ──▶ runs ──▶ idle
 *    ▲                                                │
 *    │◀── requested again meanwhile: waits again ─────┤
 *    └◀── retryable error: waits again in 10 s ───────┘
 *
 * - One tab at a time runs the work of a key. Every tab that gets the event waits for the lock. If the tab that runs it dies,
 *   the browser passes the lock to the next one, whose `run` finds the work undone.
 * - A request during a run is not lost: the work runs once more.
 * - A scan finds what no event announces any more: at the start, after an import, and when the network is back.
 */
export class BackgroundWork<Item extends object> {
  readonly #host: Pick<Host, 'store' | 'events' | 'platform'>;
  readonly #work: WorkDescription<Item>;
  readonly #lockPrefix: string;
  readonly #stop = new AbortController();
  /** By key: the work that this tab runs or waits to run, and the last request for it since. */
  readonly #claimed = new Map<string, Item | undefined>();
  #onIdle: (() => void)[] = [];

  constructor(
    host: Pick<Host, 'store' | 'events' | 'platform'>,
    work: WorkDescription<Item>,
    lockPrefix: string,
  ) {
    this.#host = host;
    this.#work = work;
    this.#lockPrefix = lockPrefix;
  }

  /** Listens for work in this tab and all others, and scans for what an earlier visit left undone. */
  async start(): Promise<void> {
    const { events, platform, store } = this.#host;
    const unsubscribe = [
      events.onAny((event) => {
        const item = this.#work.onEvent(event);
        if (item) this.#request(item);
      }),
      events.on('inspection.imported', async ({ inspectionId }) => {
        const loaded = await store.load(inspectionId).catch(() => undefined);
        if (loaded) this.#requestAll(loaded.state);
      }),
      platform.onOnline(() => void this.scan()),
    ];
    this.#stop.signal.addEventListener('abort', () => {
      for (const remove of unsubscribe) remove();
    });
    await this.scan();
  }

  /** Requests what stored inspections leave undone. If the store fails, the next scan does. */
  async scan(): Promise<void> {
    const { scans = [{}] } = this.#work;
    try {
      for (const scan of scans) for await (const state of this.#read(scan)) this.#requestAll(state);
    } catch (error) {
      if (!isKerbsideError(error)) throw error;
    }
  }

  /** Resolves when this tab runs nothing, and waits for nothing that another tab runs. */
  async whenIdle(): Promise<void> {
    while (this.#claimed.size > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** Interrupts all work. Resolves when none runs in this tab and its locks are released. */
  close(): Promise<void> {
    this.#stop.abort();
    return this.whenIdle();
  }

  #requestAll(state: InspectionState): void {
    for (const item of this.#work.find(state)) this.#request(item);
  }

  #request(item: Item): void {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const key = this.#work.key(item);
    const isClaimed = this.#claimed.has(key);
    this.#claimed.set(key, isClaimed ? item : undefined);
    if (isClaimed) return;
    this.#host.platform.locks
      .withLock(`${this.#lockPrefix}:${key}`, () => this.#work.run(item, signal), signal)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        if (!isKerbsideError(error)) throw error;
        if (error.retryable) setTimeout(() => this.#request(item), RETRY_MS);
      })
      .finally(() => {
        const again = this.#claimed.get(key);
        this.#claimed.delete(key);
        if (again) this.#request(again);
        if (this.#claimed.size > 0) return;
        for (const resolve of this.#onIdle.splice(0)) resolve();
      });
  }

  async *#read({ status, limit = MAX_SCANNED_INSPECTIONS }: Scan): AsyncGenerator<InspectionState> {
    let [left, after] = [limit, undefined as string | undefined];
    do {
      const page = await this.#host.store.list({
        scope: 'all',
        includeDeleted: false,
        limit: Math.min(left, PAGE_SIZE),
        paginationOrder: 'desc',
        ...(status && { status }),
        ...(after !== undefined && { after }),
      });
      yield* page.records;
      left -= page.records.length;
      after = page.more.after ? page.records.at(-1)?.inspection.id : undefined;
    } while (after !== undefined && left > 0);
  }
}

/** Returns whether an error comes from the store, and not from an analyzer. */
export function isStoreFailure(error: unknown): boolean {
  return isKerbsideError(error, 'storage_full', 'storage_unavailable', 'conflict');
}
