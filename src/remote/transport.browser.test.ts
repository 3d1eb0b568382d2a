import { describe, expect, test } from 'vitest';
import { createBrowserTransport } from './transport.ts';

/** The server of this page responds to any path. The status does not matter here. */
const url = new URL('/upload', location.href).href;
const body = () => {
  const form = new FormData();
  form.append('json', '{}');
  form.append('image', new Blob([new Uint8Array(3_000_000)]), 'image');
  return form;
};
const request = (signal: AbortSignal) => ({
  method: 'POST',
  url,
  headers: { 'X-Any': '1' },
  body: body(),
  signal,
});

describe('an upload with progress', () => {
  test('reports progress to the end and resolves like a fetch', async () => {
    const calls: [number, number][] = [];
    const onProgress = (sent: number, total: number) => calls.push([sent, total]);
    const { signal } = new AbortController();
    const response = await createBrowserTransport()({ ...request(signal), onProgress });
    expect(calls[0]).toEqual([0, calls.at(-1)?.[1]]); // immediately, which shows that progress is available
    const [sent, total] = calls.at(-1) ?? [];
    expect(sent).toBe(total);
    expect(total).toBeGreaterThan(3_000_000);
    expect(calls.map(([bytes]) => bytes).toSorted((a, b) => a - b)).toEqual(calls.map(([bytes]) => bytes));
    const plain = await createBrowserTransport()(request(signal));
    expect(response.status).toBe(plain.status);
    expect(response.header('content-type')).toBe(plain.header('content-type'));
    expect(response.body.byteLength).toBe(plain.body.byteLength);
  });

  test('rejects when it is aborted, before and during the upload', async () => {
    const stop = new AbortController();
    const onProgress = (sent: number) => sent > 0 && stop.abort();
    const sending = createBrowserTransport()({ ...request(stop.signal), onProgress });
    await expect(sending).rejects.toThrow('the connection failed');
    const late = createBrowserTransport()({ ...request(AbortSignal.abort()), onProgress: () => {} });
    await expect(late).rejects.toThrow('the connection failed');
  });

  test('rejects with a TypeError like fetch if the server is unreachable', async () => {
    const unreachable = { ...request(new AbortController().signal), url: 'http://127.0.0.1:9/' };
    await expect(createBrowserTransport()({ ...unreachable, onProgress: () => {} })).rejects.toThrow(
      TypeError,
    );
  });
});
