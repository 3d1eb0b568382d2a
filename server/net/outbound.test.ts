import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createOutbound } from './outbound.ts';

/** Starts a server that sends this text to every client. */
async function startServer(text: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => socket.write(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
}

test.each([
  [
    'that switches protocols',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
  ],
  ['that never ends its response', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
  ['that sends hints only', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
])('a request to a server %s fails', async (_, text) => {
  const outbound = createOutbound({ allowPrivate: true, maxBytes: 100, timeoutMs: 300 });
  await expect(outbound(await startServer(text))).rejects.toThrow();
});
