import { type LookupAddress, lookup } from 'node:dns';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

export interface OutboundOptions {
  /** Allows URLs of this machine and its network. For tests and closed networks. */
  allowPrivate: boolean;
  maxBytes: number;
  timeoutMs: number;
}

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** The file that the body of the response is written to. Without it, the body is in memory. */
  file?: string;
  /** Reads the body of the response without storing it. The status counts, also if the body does not end. */
  dropsBody?: true;
}

/** Sends a request to a URL that a client has given. */
export type Outbound = (url: string, request?: OutboundRequest) => Promise<Response>;

/**
 * Creates the function for requests to URLs that clients give (server-side request forgery must be prevented).
 *
 * The address is checked in the lookup that the connection itself uses, so a name cannot resolve to one address for the
 * check and to another for the connection. Redirects are not followed.
 */
export function createOutbound({ allowPrivate, maxBytes, timeoutMs }: OutboundOptions): Outbound {
  return async (address, { method = 'GET', headers = {}, body, signal, file, dropsBody } = {}) => {
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new Error(`${url.protocol} URLs are not allowed`);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw unreachableError();
    const timeout = AbortSignal.timeout(timeoutMs);
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const request = send(
        url,
        {
          method,
          headers,
          agent: false,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          ...(!allowPrivate && { lookup: publicLookup }),
        },
        resolve,
      );
      request.on('error', (cause) => reject(toConnectError(cause)));
      // Node closes a connection that switches protocols without an error or a response.
      request.on('close', () => reject(unreachableError()));
      request.end(body);
    });
    const chunks = takeUpTo(message, maxBytes);
    if (dropsBody) return toResponse(message, await drop(chunks));
    return toResponse(message, file === undefined ? await readAll(chunks) : await save(chunks, file));
  };
}

/** Like `dns.lookup`, but fails if any address of the name is private. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) {
      callback(error ?? new Error(`${hostname} has no address`), '', 0);
    } else if (addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(unreachableError(), '', 0);
    } else if (options.all) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

/**
 * One message for everything that happens before a response: it must not tell callers which names and ports of this
 * network exist. The cause goes to the log, not to callers.
 */
function unreachableError(cause?: unknown): Error {
  return new Error('the address is not public or cannot be reached', { cause });
}

/** Errors without a system code come from the request itself: a header that HTTP does not allow, a timeout. */
function toConnectError(cause: Error): Error {
  const isTimeout = cause.name === 'AbortError' || cause.name === 'TimeoutError';
  return isTimeout || !('code' in cause) ? cause : unreachableError(cause);
}

/** Of a longer body, the result is larger than the limit, which the caller checks. */
async function* takeUpTo(message: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    yield chunk;
    if (bytes > maxBytes) message.destroy();
    if (bytes > maxBytes) break;
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
}

async function drop(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  try {
    for await (const _ of chunks);
  } catch {
    // The body ended too early, or took too long.
  }
  return new Uint8Array();
}

async function save(chunks: AsyncIterable<Uint8Array>, file: string): Promise<Blob> {
  await writeFile(file, chunks, { mode: 0o600 });
  return openAsBlob(file);
}

function toResponse(
  { statusCode = 502, headers }: IncomingMessage,
  bytes: Uint8Array<ArrayBuffer> | Blob,
): Response {
  const isEmpty = statusCode < 200 || [204, 205, 304].includes(statusCode);
  const type = headers['content-type'];
  return new Response(isEmpty ? null : bytes, {
    status: isEmpty ? 204 : statusCode,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}
