import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchFile } from '../../worker/fetch-file.ts';
import { download } from './download.ts';

const content = new Uint8Array(50_000).map((_, at) => at % 251);
const half = content.length / 2;
const IDLE_TIMEOUT_MS = 20_000;

let server: Server;
let url: string;
let responders: RequestListener[];
let ranges: (string | undefined)[];
beforeEach(async () => {
  ranges = [];
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    responders.shift()?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}/damage.onnx`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends the first half, then nothing, and keeps the connection open. */
const stall: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Length': content.length });
  response.write(content.slice(0, half));
};
const sendRest: RequestListener = (_request, response) => response.writeHead(206).end(content.slice(half));
const neverRespond: RequestListener = () => {};

/** Waits for work without timers: bytes on a socket. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const options = (onProgress?: (received: number) => void) => ({
  fetch,
  expectedBytes: content.length,
  idleTimeoutMs: IDLE_TIMEOUT_MS,
  isExpected: async (bytes: ArrayBuffer) => bytes.byteLength === content.length,
  ...(onProgress && { onProgress }),
});

describe('a server that stops sending', () => {
  it('gets a range request for the rest after the idle timeout', async () => {
    responders = [stall, sendRest];
    let received = 0;
    const file = download(
      url,
      options((bytes) => {
        received = bytes;
      }),
    );
    await until(() => received === half);
    await vi.advanceTimersByTimeAsync(IDLE_TIMEOUT_MS - 1);
    expect(ranges).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(new Uint8Array(await file)).toEqual(content);
    expect(ranges).toEqual([undefined, `bytes=${half}-`]);
  });

  it('fails the download after 2 idle timeouts', async () => {
    responders = [neverRespond, neverRespond];
    const failed = expect(download(url, options())).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining(`the server sent no data for ${IDLE_TIMEOUT_MS} ms`),
      retryable: true,
    });
    for (const count of [1, 2]) {
      await until(() => ranges.length === count);
      await vi.advanceTimersByTimeAsync(IDLE_TIMEOUT_MS);
    }
    await failed;
  });

  it('fails fetchFile after the idle timeout', async () => {
    responders = [stall];
    let received = 0;
    const file = fetchFile(url, {
      fetch,
      cache: 'reload',
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      onProgress: (bytes) => {
        received = bytes;
      },
    });
    const failed = expect(file).rejects.toThrow(`the server sent no data for ${IDLE_TIMEOUT_MS} ms`);
    await until(() => received === half);
    await vi.advanceTimersByTimeAsync(IDLE_TIMEOUT_MS);
    await failed;
  });
});
