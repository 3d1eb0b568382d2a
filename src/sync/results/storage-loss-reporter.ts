import type { Host } from '../../operations/host.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { waitFor } from '../sending/backoff.ts';
import { isRefusal } from '../sending/failures.ts';
import type { RemotePort } from '../sending/remote-port.ts';
import { unfinishedThere } from './unfinished-inspections.ts';

export interface LostTellerDeps {
  host: Pick<Host, 'events' | 'lostSince'>;
  store: OutboxStore;
  remote: RemotePort;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Where the database was lost: tells once what the service knows of it, as soon as that can be asked. */
export class LostTeller {
  readonly #deps: LostTellerDeps;
  #isTold = false;
  #hurry = () => {};

  constructor(deps: LostTellerDeps) {
    this.#deps = deps;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { host, store, remote, sleep } = this.#deps;
    const since = host.lostSince;
    for (let attempt = 1; since !== undefined && !this.#isTold && !signal.aborted; attempt += 1) {
      try {
        const toCaptureAgain = await unfinishedThere(remote, store, signal);
        this.#isTold = true;
        host.events.emitLocal({ type: 'storage.lost', since, toCaptureAgain });
      } catch (error) {
        if (isRefusal(error)) return;
        const hurried = new Promise<void>((resolve) => {
          this.#hurry = resolve;
        });
        await Promise.race([sleep(waitFor(attempt, 1), signal), hurried]);
      }
    }
  }

  /** The network may be back. */
  hurry(): void {
    this.#hurry();
  }
}
