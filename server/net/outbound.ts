import { type LookupAddress, lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

export interface OutboundOptions {
  /** For tests and closed networks: URLs may lead to this machine and its neighbours. */
  allowPrivate: boolean;
  maxBytes: number;
  timeoutMs: number;
}

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export type Outbound = (url: string, request?: OutboundRequest) => Promise<Response>;

/**
 * Requests to URLs that clients name. The address is judged after its name was resolved, by the very lookup that the
 * connection uses, so a name can not resolve to one address for us and to another for the connection. Redirects are
 * not followed: an answer is whatever the named URL says itself.
 */
export function createOutbound({ allowPrivate, maxBytes, timeoutMs }: OutboundOptions): Outbound {
  return async (address, { method = 'GET', headers = {}, body, signal } = {}) => {
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new Error(`${url.protocol} is not fetched`);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw privateHost(host);
    const limit = AbortSignal.timeout(timeoutMs);
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const request = send(
        url,
        {
          method,
          headers,
          agent: false,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
          ...(!allowPrivate && { lookup: publicLookup }),
        },
        resolve,
      );
      request.on('error', reject);
      request.end(body);
    });
    return toResponse(message, await readUpTo(message, maxBytes));
  };
}

/** As `dns.lookup`, but a name with any private address does not resolve. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) {
      callback(error ?? new Error(`${hostname} has no address`), '', 0);
    } else if (addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(privateHost(hostname), '', 0);
    } else if (options.all) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

function privateHost(host: string): Error {
  return new Error(`${host} is not a public address`);
}

async function readUpTo(message: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    chunks.push(chunk);
    // One byte over the limit is enough for whoever asked to see that it is over.
    if (bytes > maxBytes) message.destroy();
    if (bytes > maxBytes) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function toResponse(
  { statusCode = 502, headers }: IncomingMessage,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  const isEmpty = statusCode < 200 || [204, 205, 304].includes(statusCode);
  const type = headers['content-type'];
  return new Response(isEmpty ? null : bytes, {
    status: isEmpty ? 204 : statusCode,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}
