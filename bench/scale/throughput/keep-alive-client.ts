import { Agent, request } from 'node:http';

export interface ClientResponse {
  status: number;
  body: Buffer;
}

export interface KeepAliveClient {
  send(
    url: string,
    method: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<ClientResponse>;
  close(): void;
}

/** A client with as little work per request as Node allows: it shares the processors with what it measures. */
export function createKeepAliveClient(connections: number): KeepAliveClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: (url, method, headers, body) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
        const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }),
          );
          response.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
