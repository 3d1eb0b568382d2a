import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { Outbound } from '../net/outbound.ts';
import { fetchPhotos } from './fetch-photos.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-fetch-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts to fetch these URLs. `respond` ends the request of one of them. */
function startFetching(urls: readonly string[]) {
  const pending = new Map<string, () => void>();
  let highest = 0;
  const outbound: Outbound = async (url, { file = '' } = {}) => {
    const responded = new Promise<void>((resolve) => {
      pending.set(url, () => {
        pending.delete(url);
        resolve();
      });
    });
    highest = Math.max(highest, pending.size);
    await responded;
    await writeFile(file, `photo ${url}`);
    return new Response('');
  };
  const fetching = fetchPhotos(urls, { outbound, limits: DEFAULT_LIMITS, openFolder: async () => folder });
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
  const { fetch } = await fetching;
  for (const url of URLS) expect(await (await fetch(url, {})).text()).toBe(`photo ${url}`);
});

test('a photo counts once for each image that has it', async () => {
  const [one = '', other = ''] = URLS;
  const { fetching, respond } = startFetching([one, other, one]);
  for (const url of [one, other]) await respond(url);
  expect((await fetching).bytes).toBe(3 * `photo ${one}`.length);
});
