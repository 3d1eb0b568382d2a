import type { UnfinishedInspection } from '../../domain/events.ts';
import type { Host } from '../../operations/host.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { removeMarker } from '../reconcile/operation-marker.ts';
import { isRejection, type RemotePort } from '../remote-port.ts';
import { computeRetryDelay } from '../sending/backoff.ts';
import type { ServicePause } from '../sending/service-pause.ts';

interface StorageLossReporterDeps {
  host: Pick<Host, 'events' | 'lostSince'>;
  store: OutboxStore;
  remote: RemotePort;
  pause: ServicePause;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** More than one person can capture again in a week. */
const MAX_INSPECTIONS = 200;
const UNFINISHED_STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'ERROR'] as const;

/**
 * If the browser deleted the database, emits `storage.lost` once with the unfinished inspections that the service has. It
 * retries until the service can be reached.
 */
export class StorageLossReporter {
  readonly #deps: StorageLossReporterDeps;
  #isReported = false;
  #endDelay = () => {};

  constructor(deps: StorageLossReporterDeps) {
    this.#deps = deps;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { host, store, remote, pause, sleep } = this.#deps;
    const since = host.lostSince;
    for (let attempt = 1; since !== undefined && !this.#isReported && !signal.aborted; attempt += 1) {
      if (pause.remainingMs > 0) await sleep(pause.remainingMs, signal);
      try {
        const toCaptureAgain = await listUnfinishedInspections(remote, store, signal);
        this.#isReported = true;
        host.events.emitLocal({ type: 'storage.lost', since, toCaptureAgain });
      } catch (error) {
        if (isRejection(error)) return;
        pause.startAfter(error);
        const delayEnded = new Promise<void>((resolve) => {
          this.#endDelay = resolve;
        });
        await Promise.race([sleep(computeRetryDelay(attempt, 1), signal), delayEnded]);
      }
    }
  }

  retryNow(): void {
    this.#endDelay();
  }
}

/** Returns the user's unfinished inspections at the service that this device does not have, newest first. */
async function listUnfinishedInspections(
  remote: Pick<RemotePort, 'listInspections'>,
  store: Pick<OutboxStore, 'localIdOf'>,
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
