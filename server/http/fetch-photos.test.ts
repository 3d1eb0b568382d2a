import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { fetchPhotos } from './fetch-photos.ts';

/** Starts to fetch these URLs. `respond` ends the request of one of them. */
function startFetching(urls: readonly string[]) {
  const pending = new Map<string, () => void>();
  let highest = 0;
  const outbound = (url: string) => {
    const response = new Promise<Response>((resolve) => {
      pending.set(url, () => {
        pending.delete(url);
        resolve(new Response(`photo ${url}`));
      });
    });
    highest = Math.max(highest, pending.size);
    return response;
  };
  const fetching = fetchPhotos(urls, { outbound, limits: DEFAULT_LIMITS });
  const waitFor = (url: string) => expect.poll(() => pending.has(url)).toBe(true);
  return {
    fetching,
    getHighest: () => highest,
    async respond(url: string) {
      await waitFor(url);
      pending.get(url)?.();
    },
  };
}

const URLS = Array.from({ length: 10 }, (_, index) => `https://photos.example/${index}`);

test('fetches at most 4 photos of a request at the same time', async () => {
  const { fetching, getHighest, respond } = startFetching(URLS);
  for (const url of URLS) await respond(url);
  await fetching;
  expect(getHighest()).toBe(4);
});

test('fetches the other photos while one stalls', async () => {
  const { fetching, respond } = startFetching(URLS);
  const [stalled = '', ...others] = URLS;
  for (const url of others) await respond(url);
  await respond(stalled);
  const fetch = await fetching;
  for (const url of URLS) expect(await (await fetch(url, {})).text()).toBe(`photo ${url}`);
});
