import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { download } from './download.ts';
import { receiveFile } from './receive-file.ts';

const content = new Uint8Array(50_000).map((_, at) => at % 251);
const half = content.length / 2;
const PATIENCE = 20_000;

let server: Server;
let url: string;
let answers: RequestListener[];
let ranges: (string | undefined)[];
beforeEach(async () => {
  ranges = [];
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answers.shift()?.(request, response);
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

/** Sends the first half, and then nothing, on a connection that stays open. */
const stalls: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Length': content.length });
  response.write(content.slice(0, half));
};
const rest: RequestListener = (_request, response) => response.writeHead(206).end(content.slice(half));
const neverAnswers: RequestListener = () => {};

/** Waits for what needs no clock: bytes on a socket. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

const options = (onProgress?: (received: number) => void) => ({
  fetch,
  expectedBytes: content.length,
  patienceMs: PATIENCE,
  accept: async (bytes: ArrayBuffer) => bytes.byteLength === content.length,
  ...(onProgress && { onProgress }),
});

describe('a server that stops sending', () => {
  it('is asked for the rest once it was silent for long enough', async () => {
    answers = [stalls, rest];
    let received = 0;
    const file = download(
      url,
      options((bytes) => {
        received = bytes;
      }),
    );
    await until(() => received === half);
    await vi.advanceTimersByTimeAsync(PATIENCE - 1);
    expect(ranges).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(new Uint8Array(await file)).toEqual(content);
    expect(ranges).toEqual([undefined, `bytes=${half}-`]);
  });

  it('twice, without a word: the download fails and says so', async () => {
    answers = [neverAnswers, neverAnswers];
    const failed = expect(download(url, options())).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining(`the server said nothing for ${PATIENCE} ms`),
      retryable: true,
    });
    for (const nth of [1, 2]) {
      await until(() => ranges.length === nth);
      await vi.advanceTimersByTimeAsync(PATIENCE);
    }
    await failed;
  });

  it('does not hold up a runtime that is to be kept', async () => {
    answers = [stalls];
    let received = 0;
    const file = receiveFile(url, {
      fetch,
      cache: 'reload',
      patienceMs: PATIENCE,
      onProgress: (bytes) => {
        received = bytes;
      },
    });
    const failed = expect(file).rejects.toThrow(`the server said nothing for ${PATIENCE} ms`);
    await until(() => received === half);
    await vi.advanceTimersByTimeAsync(PATIENCE);
    await failed;
  });
});
