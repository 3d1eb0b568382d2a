import type { Fetch } from '../../../src/remote/transport.ts';

export interface SentRequest {
  /** Method and path below the base URL, without query. */
  line: string;
  body: unknown;
}

/** The fault of a request, or undefined. */
export type Fault =
  | undefined
  /** The request does not reach the service. */
  | 'lost'
  /** The service applies the request, and the response is lost. */
  | 'response lost'
  /** A proxy responds in place of the service. */
  | { status: number; body: string; headers?: Record<string, string> };

/**
 * A network between the device and a real service. `fault` returns the fault of each request. Removes idempotency keys,
 * so that the service applies every request that reaches it.
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
    if (fault !== 'response lost') return response;
    await response.arrayBuffer();
    throw new TypeError('terminated');
  };
}
