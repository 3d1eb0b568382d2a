import { describe, expect, test } from 'vitest';
import { browserTransport } from './transport.ts';

/** Progress of an upload, which only an XMLHttpRequest tells; whoever serves this page answers it somehow. */
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

describe('an upload whose progress is asked for', () => {
  test('tells how far it is, up to the end, and answers as any other', async () => {
    const seen: [number, number][] = [];
    const onProgress = (sent: number, total: number) => seen.push([sent, total]);
    const { signal } = new AbortController();
    const response = await browserTransport()({ ...request(signal), onProgress });
    expect(seen[0]).toEqual([0, seen.at(-1)?.[1]]); // at once: so it is known that more will be told
    const [sent, total] = seen.at(-1) ?? [];
    expect(sent).toBe(total);
    expect(total).toBeGreaterThan(3_000_000);
    expect(seen.map(([bytes]) => bytes).toSorted((a, b) => a - b)).toEqual(seen.map(([bytes]) => bytes));
    const plain = await browserTransport()(request(signal));
    expect(response.status).toBe(plain.status);
    expect(response.header('content-type')).toBe(plain.header('content-type'));
    expect(response.body.byteLength).toBe(plain.body.byteLength);
  });

  test('ends when it is aborted, before and in mid-flight', async () => {
    const stop = new AbortController();
    const onProgress = (sent: number) => sent > 0 && stop.abort();
    const sending = browserTransport()({ ...request(stop.signal), onProgress });
    await expect(sending).rejects.toThrow('the connection failed');
    const late = browserTransport()({ ...request(AbortSignal.abort()), onProgress: () => {} });
    await expect(late).rejects.toThrow('the connection failed');
  });

  test('fails as a fetch does when nobody is there', async () => {
    const nobody = { ...request(new AbortController().signal), url: 'http://127.0.0.1:9/' };
    await expect(browserTransport()({ ...nobody, onProgress: () => {} })).rejects.toThrow(TypeError);
  });
});
