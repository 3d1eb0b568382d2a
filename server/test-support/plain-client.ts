import type { User } from '../../src/rules/rule.ts';
import type { TokenOptions } from '../auth/sign-token.ts';
import type { RunningService } from '../start-service.ts';

/** A response: status, headers, and the body, parsed if it is JSON. */
export interface WireResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: responses are arbitrary JSON; the tests check every key
  json: any;
  bytes: ArrayBuffer;
}

export interface PlainClient {
  get(path: string, headers?: Record<string, string>): Promise<WireResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<WireResponse>;
  patch(path: string, body: unknown): Promise<WireResponse>;
  delete(path: string, body?: unknown): Promise<WireResponse>;
}

/** Creates a client of the service that uses only `fetch`, as foreign clients do. */
export async function createPlainClient(
  service: Pick<RunningService, 'url' | 'tokenFor'>,
  user: User,
  options?: TokenOptions,
): Promise<PlainClient> {
  return createClient(service.url, `Bearer ${await service.tokenFor(user, options)}`);
}

export function createClient(url: string, authorization: string | undefined): PlainClient {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = await response.arrayBuffer();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const json: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
    return { status: response.status, headers: response.headers, json, bytes };
  };
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path, body) => send('DELETE', path, body),
  };
}

/** Creates a multipart body: the part `json`, and files by their keys. */
export function createForm(json: unknown, files: Record<string, BlobPart>): FormData {
  const form = new FormData();
  form.set('json', JSON.stringify(json));
  for (const [key, file] of Object.entries(files)) form.set(key, new Blob([file]), `${key}.jpg`);
  return form;
}
