import type { Host } from '../../operations/host.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { listUnfinishedInspections } from '../reconcile/unfinished-inspections.ts';
import { isRejection, type RemotePort } from '../remote-port.ts';
import { computeRetryDelay, MIN_SIGN_IN_DELAY_MS } from '../sending/backoff.ts';
import { isTokenError } from '../sending/failures.ts';
import type { ServicePause } from '../sending/service-pause.ts';

interface StorageLossReporterDeps {
  host: Pick<Host, 'events' | 'lostSince'>;
  store: OutboxStore;
  remote: RemotePort;
  pause: ServicePause;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * If the browser deleted the database, emits `storage.lost` once with the unfinished inspections that the service has. It
 * retries until the service can be reached.
 */
export class StorageLossReporter {
  readonly #deps: StorageLossReporterDeps;
  #isReported = false;
  #delay = new AbortController();

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
        this.#delay = new AbortController();
        const minDelayMs = isTokenError(error) ? MIN_SIGN_IN_DELAY_MS : 0;
        const delayMs = computeRetryDelay(attempt, 1, minDelayMs);
        await sleep(delayMs, AbortSignal.any([signal, this.#delay.signal]));
      }
    }
  }

  retryNow(): void {
    this.#delay.abort();
  }
}
