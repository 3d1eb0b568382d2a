import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetch } from '../../../src/remote/transport.ts';
import type { Random } from '../../../test/fixtures/random.ts';

/** What can happen to a request, in the order of `FaultRates`. */
export type Fault = 'lost' | 'response lost' | 'cut' | 'rejected';

/** Shares of requests, 0 to 1. */
export type FaultRates = Record<Fault, number>;

/** A bad mobile network: about one request in twelve fails. */
export const BAD_NETWORK: FaultRates = { lost: 0.03, 'response lost': 0.03, cut: 0.01, rejected: 0.01 };

export interface NetworkOptions {
  /** Origins of the API instances. Requests to `baseOrigin` go to one of them, without a health check. */
  origins: readonly string[];
  rates: FaultRates;
  /** Round-trip time that is added to each request, in milliseconds. */
  latencyMs: { from: number; to: number };
}

/** A request that got a response. */
export interface Completed {
  method: string;
  /** Without query, ids replaced by `:id`. */
  path: string;
  status: number;
  /** Without the network's latency. */
  ms: number;
}

/** The origin that devices are configured with. */
export const BASE_ORIGIN = 'http://kerbside.test';

/**
 * Counts what went through the network of all devices. Each device gets its own `fetch`, with its own random numbers: a
 * seed gives the same faults whatever the order of the devices.
 */
export class BadNetwork {
  readonly completed: Completed[] = [];
  readonly faults: Record<Fault | 'unreachable', number> = {
    lost: 0,
    'response lost': 0,
    cut: 0,
    rejected: 0,
    unreachable: 0,
  };
  readonly #options: NetworkOptions;
  #turn = 0;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  createFetch(random: Random): Fetch {
    const { rates, latencyMs } = this.#options;
    return async (url, init) => {
      const fault = drawFault(rates, random.next());
      await sleep(random.between(latencyMs.from, latencyMs.to) / 2);
      if (fault) this.faults[fault] += 1;
      if (fault === 'lost') throw new TypeError('fetch failed');
      if (fault === 'rejected') return new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
      const signals = [init.signal, fault === 'cut' ? AbortSignal.timeout(random.between(0, 20)) : undefined];
      const signal = AbortSignal.any(signals.filter((one) => one != null));
      const response = await this.#send(url, { ...init, signal });
      if (fault === 'response lost') throw new TypeError('terminated');
      await sleep(random.between(latencyMs.from, latencyMs.to) / 2);
      return response;
    };
  }

  /** Photos that the service accepted. */
  acceptedPhotos = 0;

  /** Reads the whole body: a response counts when it is complete. */
  async #send(url: string, init: RequestInit): Promise<Response> {
    const start = performance.now();
    try {
      const response = await fetch(this.#route(url), init);
      const body = await response.arrayBuffer();
      const path = new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-z]{26}/gi, ':id');
      const { method = 'GET' } = init;
      this.completed.push({ method, path, status: response.status, ms: performance.now() - start });
      if (method === 'POST' && path.endsWith('/images') && response.ok) this.acceptedPhotos += 1;
      const { status, headers } = response;
      return new Response(status === 204 || status === 304 ? null : body, { status, headers });
    } catch (error) {
      this.faults.unreachable += 1;
      throw error instanceof DOMException ? new TypeError('terminated') : error;
    }
  }

  /** Takes the instances in turn, like a load balancer that does not know which of them is down. */
  #route(url: string): string {
    if (!url.startsWith(BASE_ORIGIN)) return url;
    const { origins } = this.#options;
    this.#turn = (this.#turn + 1) % origins.length;
    return origins[this.#turn] + url.slice(BASE_ORIGIN.length);
  }
}

export function drawFault(rates: FaultRates, drawn: number): Fault | undefined {
  let sum = 0;
  for (const fault of ['lost', 'response lost', 'cut', 'rejected'] as const) {
    sum += rates[fault];
    if (drawn < sum) return fault;
  }
  return undefined;
}
