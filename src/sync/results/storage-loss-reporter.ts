import type { UnfinishedInspection } from '../../domain/events.ts';
import type { Host } from '../../operations/host.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { Connection } from '../connection/connection.ts';
import type { RemotePort } from '../connection/remote-port.ts';
import { Backoff, MIN_SIGN_IN_DELAY_MS } from '../pacing/backoff.ts';
import { isRejection, isTokenError } from '../pacing/failures.ts';
import { removeMarker } from '../reconcile/operation-marker.ts';

/**
 * If the browser deleted the database, emits `storage.lost` once with the unfinished inspections that the service has. It
 * retries until the service can be reached.
 */
export class StorageLossReporter {
  readonly #host: Pick<Host, 'events' | 'lostSince'>;
  readonly #store: OutboxStore;
  readonly #connection: Connection;
  readonly #clock: Clock;
  #isReported = false;
  #delay = new AbortController();

  constructor(
    { host, store, clock }: { host: Pick<Host, 'events' | 'lostSince'>; store: OutboxStore; clock: Clock },
    connection: Connection,
  ) {
    this.#host = host;
    this.#store = store;
    this.#clock = clock;
    this.#connection = connection;
  }

  async run(signal: AbortSignal): Promise<void> {
    const [host, store, clock] = [this.#host, this.#store, this.#clock];
    const { remote, pacing } = this.#connection;
    const backoff = new Backoff(clock.monotonic);
    const since = host.lostSince;
    while (since !== undefined && !this.#isReported && !signal.aborted) {
      if (pacing.remainingDelayMs > 0) await sleep(clock, pacing.remainingDelayMs, signal);
      try {
        const toCaptureAgain = await listUnfinishedInspections(remote, store, signal);
        this.#isReported = true;
        host.events.emitLocal({ type: 'storage.lost', since, toCaptureAgain });
      } catch (error) {
        if (isRejection(error)) return;
        this.#delay = new AbortController();
        const delayMs = backoff.fail(isTokenError(error) ? MIN_SIGN_IN_DELAY_MS : 0);
        await sleep(clock, delayMs, AbortSignal.any([signal, this.#delay.signal]));
      }
    }
  }

  retryNow(): void {
    this.#delay.abort();
  }
}

/** More than one person can capture again in a week. */
const MAX_INSPECTIONS = 200;
const UNFINISHED_STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'ERROR'] as const;

interface KnownIds {
  localIdOf(remoteId: string): Promise<unknown>;
}

/** Returns the user's unfinished inspections at the service that this device does not have, newest first. */
async function listUnfinishedInspections(
  remote: Pick<RemotePort, 'listInspections'>,
  store: KnownIds,
  signal?: AbortSignal,
): Promise<UnfinishedInspection[]> {
  const unfinished: UnfinishedInspection[] = [];
  for (const inspectionStatus of UNFINISHED_STATUSES) {
    const query = {
      inspectionStatus,
      showDeleted: false,
      paginationOrder: 'desc',
      limit: MAX_INSPECTIONS,
    } as const;
    const { data } = await remote.listInspections(query, { signal });
    for (const { id, createdAt, deletedAt, images, additionalData } of data.map(removeMarker)) {
      if (deletedAt !== undefined || (await store.localIdOf(id))) continue;
      unfinished.push({
        id,
        createdAt,
        status: inspectionStatus,
        images: images.length,
        ...(additionalData && { additionalData }),
      });
    }
  }
  return unfinished.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, MAX_INSPECTIONS);
}
