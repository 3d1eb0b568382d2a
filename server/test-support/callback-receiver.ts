import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface ReceivedCallback {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** Starts a server that records callbacks. It responds with the given statuses in order, then with 204. */
export async function startCallbackReceiver(statuses: number[] = []) {
  const received: ReceivedCallback[] = [];
  const server = createServer(async (message, response) => {
    let text = '';
    for await (const chunk of message.setEncoding('utf8')) text += chunk;
    const { method = '', url = '', headers } = message;
    received.push({ method, url, headers, body: JSON.parse(text) });
    response.statusCode = statuses.shift() ?? 204;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { received, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}
