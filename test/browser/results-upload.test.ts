// @module-tag long
import { expect, test } from 'vitest';
import { openKerbside } from '../../src/kerbside.ts';
import { readPhotoHeader } from '../../src/photo/header/read-header.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import { remoteSync } from '../../src/sync/index.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';

/** A service that accepts every request and stores the photos it receives. */
function service() {
  const photos: File[] = [];
  const fetch = async (_url: string, init?: RequestInit): Promise<Response> => {
    const photo = init?.body instanceof FormData ? init.body.get('image') : null;
    if (photo instanceof File) photos.push(photo);
    return Response.json({ id: crypto.randomUUID() });
  };
  return { photos, fetch };
}

test('uploads a photo scaled to maxPixels and keeps the original on the device', async () => {
  const { photos, fetch } = service();
  const store = new MemoryStore();
  const kerbside = await openKerbside({
    user: { id: 'ada' },
    store,
    database: crypto.randomUUID(),
    sync: remoteSync({
      baseUrl: 'https://service.example/v1',
      getToken: () => 'token',
      fetch,
      upload: { maxPixels: 480_000, quality: 0.7 },
    }),
  });
  const taken = await browserPhoto({ seed: 1, width: 1_600, height: 1_200, noise: 20 });
  const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
  const { result: imageId } = await kerbside.images.addOne(id, {}, taken);
  await expect.poll(() => photos.length, { timeout: 25_000 }).toBe(1);
  await kerbside.sync.flush();

  const arrived = new Uint8Array((await photos[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(readPhotoHeader(arrived)).toMatchObject({ header: { type: 'image/jpeg', width: 800, height: 600 } });
  expect(await store.remoteIds([imageId])).toMatchObject([{ kind: 'image', scale: 0.5 }]);
  const kept = await kerbside.images.photo(imageId);
  expect(new Uint8Array(kept.bytes)).toEqual(new Uint8Array(await taken.arrayBuffer()));
  kerbside.close();
});
