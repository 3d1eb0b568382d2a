import type { Fetch } from '../../../src/remote/transport.ts';

export interface SentRequest {
  /** Method and path below the base URL, without query. */
  line: string;
  body: unknown;
}

/** What becomes of a request: nothing special, or a fault. */
export type Fault =
  | undefined
  /** It never gets there. */
  | 'lost'
  /** The service does it, and the answer is lost. */
  | 'answer lost'
  /** Something else answers in the service's place. */
  | { status: number; body: string; headers?: Record<string, string> };

/**
 * A network between the device and a real service: `fault` says what becomes of each request. Idempotency keys do not
 * get through, so that the service carries out whatever reaches it, as often as it does.
 */
export class FaultyNetwork {
  readonly sent: SentRequest[] = [];
  fault: (request: SentRequest) => Fault = () => undefined;

  readonly fetch: Fetch = async (url, init) => {
    const line = `${init.method} ${new URL(url).pathname.replace('/v1', '')}`;
    const request = { line, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined };
    this.sent.push(request);
    const fault = this.fault(request);
    if (fault === 'lost') throw new TypeError('fetch failed');
    if (typeof fault === 'object') {
      return new Response(fault.body, { status: fault.status, headers: fault.headers ?? {} });
    }
    const { 'Idempotency-Key': _key, ...headers } = init.headers as Record<string, string>;
    const response = await fetch(url, { ...init, headers });
    if (fault !== 'answer lost') return response;
    await response.arrayBuffer();
    throw new TypeError('terminated');
  };
}
