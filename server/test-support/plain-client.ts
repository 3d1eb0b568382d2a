import type { User } from '../../src/rules/rule.ts';
import type { TokenOptions } from '../auth/sign-token.ts';
import type { RunningService } from '../start-service.ts';

/** An answer as it came: status, headers, and the body as JSON where it is some. */
export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the wire says; the tests look at every key
  json: any;
  bytes: ArrayBuffer;
}

export interface PlainClient {
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body: unknown): Promise<Reply>;
  delete(path: string, body?: unknown): Promise<Reply>;
}

/** Nothing but `fetch`: what a client that nobody here wrote would do. */
export async function plainClient(
  service: Pick<RunningService, 'url' | 'tokenFor'>,
  user: User,
  options?: TokenOptions,
): Promise<PlainClient> {
  return clientWith(service.url, `Bearer ${await service.tokenFor(user, options)}`);
}

export function clientWith(url: string, authorization: string | undefined): PlainClient {
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

/** A multipart body as the wire has it: `json`, and files under their keys. */
export function upload(json: unknown, files: Record<string, BlobPart>): FormData {
  const form = new FormData();
  form.set('json', JSON.stringify(json));
  for (const [key, file] of Object.entries(files)) form.set(key, new Blob([file]), `${key}.jpg`);
  return form;
}
