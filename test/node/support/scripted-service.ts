import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface ReceivedRequest {
  /** Method and path with query, below the base URL. */
  line: string;
  headers: IncomingMessage['headers'];
  /** JSON, or the parts of a multipart body: JSON for `json`, otherwise size and type. */
  body: unknown;
}

export interface ScriptedResponse {
  status?: number;
  headers?: Record<string, string>;
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown;
}
export type Reply =
  | ScriptedResponse
  | ((request: ReceivedRequest, response: ServerResponse) => ScriptedResponse | undefined);

/** A real HTTP server that sends scripted replies in order, repeats the last, and records the requests. */
export class ScriptedService {
  readonly received: ReceivedRequest[] = [];
  readonly baseUrl: string;
  readonly #server;
  #replies: Reply[] = [];

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.baseUrl = `http://127.0.0.1:${port}/v1`;
    server.on('request', (request, response) => void this.#respond(request, response));
  }

  static async start(): Promise<ScriptedService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ScriptedService(server);
  }

  /** Clears the received requests and sends these replies from now on. */
  script(...replies: Reply[]): void {
    this.received.length = 0;
    this.#replies = replies;
  }

  get lines(): string[] {
    return this.received.map(({ line }) => line);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      line: `${request.method} ${request.url?.replace('/v1', '')}`,
      headers: request.headers,
      body: await readBody(Buffer.concat(chunks), request.headers['content-type']),
    };
    this.received.push(received);
    const reply = this.#replies.length > 1 ? this.#replies.shift() : this.#replies[0];
    const scripted = typeof reply === 'function' ? reply(received, response) : reply;
    if (!scripted) return;
    const { status = 200, headers = {}, body = {} } = scripted;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  }
}

async function readBody(bytes: Buffer, type: string | undefined): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  if (!type?.startsWith('multipart/')) return JSON.parse(bytes.toString());
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const parts = Array.from(form, ([name, value]) => [
    name,
    typeof value === 'string' ? (JSON.parse(value) as unknown) : { bytes: value.size, type: value.type },
  ]);
  return Object.fromEntries(parts);
}
