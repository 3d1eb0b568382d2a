import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedRequest } from './replay.ts';

/** Headers that a client sets itself. All others depend on the connection. */
const OWN_HEADERS = ['accept', 'access-control-allow-origin', 'content-type', 'x-monk-sdk-version'];

/** Records the requests that reach a service. */
export interface Recorder {
  /** The base URL of the service, through the recorder. */
  url: string;
  requests: RecordedRequest[];
  onCall(name: string): void;
  close(): void;
}

/** Starts a server that passes requests on to the service and records those that succeed. */
export async function startRecorder(serviceUrl: string, photoUrl: string): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const indexById = new Map<string, number>();
  let call = '';
  const replaceIds = (text: string) =>
    [...indexById].reduce((changed, [id, index]) => changed.replaceAll(id, `{${index}}`), text);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/' } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => OWN_HEADERS.includes(name)),
    ) as Record<string, string>;
    const target = new URL(serviceUrl).origin + url;
    const authorization = request.headers.authorization ?? '';
    const passed = await fetch(target, {
      method,
      headers: { ...headers, authorization },
      ...(body.length > 0 && { body }),
    });
    const text = await passed.text();
    if (passed.ok) {
      const path = replaceIds(url.replace('/v1', ''));
      const json =
        body.length === 0
          ? undefined
          : JSON.parse(replaceIds(body.toString()).replaceAll(photoUrl, '{photo}'));
      const { id } = JSON.parse(text) as { id?: string };
      if (id !== undefined && !indexById.has(id)) indexById.set(id, requests.length);
      requests.push({ call, method, path, headers, ...(json !== undefined && { body: json }) });
    }
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    onCall: (name) => {
      call = name;
    },
    close: () => server.close(),
  };
}
