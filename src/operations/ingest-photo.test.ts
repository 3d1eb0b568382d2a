import { describe, expect, test, vi } from 'vitest';
import { ascii } from '../../test/fixtures/bytes.ts';
import { avifPhoto, jpegPhoto, pngPhoto, webpPhoto, withOrientation } from '../../test/fixtures/photos.ts';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { LIMITS } from '../domain/limits.ts';
import { readPhotoHeader } from '../photo/header/read-header.ts';
import { sha256 } from '../platform/sha256.ts';
import { createSlots } from '../platform/slots.ts';
import { ingestPhoto, readHeader } from './ingest-photo.ts';

const loadRare = () => import('./rare-host-code.ts');

const createDeps = ({
  maxBytes = 1_000_000,
  fetch = async (): Promise<Response> => expect.unreachable(),
} = {}) => ({ platform: { sha256, fetch }, maxBytes, downloads: createSlots(4), loadRare });

const byUrl = (fetch: () => Promise<Response>, maxBytes?: number, signal?: AbortSignal) =>
  ingestPhoto(
    { acquisition: { url: 'https://a.test/p.jpg' }, signal },
    createDeps({ fetch, ...(maxBytes && { maxBytes }) }),
  );

describe('a photo from memory or a file', () => {
  test('is returned with type, size and hash', async () => {
    const bytes = await smallPhoto();
    for (const source of [bytes, bytes.buffer, new Blob([bytes]), new DataView(bytes.buffer)]) {
      expect(await ingestPhoto({ source }, createDeps())).toEqual({
        bytes: bytes.buffer,
        type: 'image/jpeg',
        width: 64,
        height: 48,
        sha256: await sha256(bytes.buffer),
      });
    }
  });

  test('is a copy of the part that a typed array covers', async () => {
    const bytes = await smallPhoto();
    const padded = new Uint8Array(bytes.byteLength + 10);
    padded.set(bytes, 5);
    const ingesting = ingestPhoto({ source: padded.subarray(5, 5 + bytes.byteLength) }, createDeps());
    padded.fill(0);
    expect(new Uint8Array((await ingesting).bytes)).toEqual(bytes);
  });

  test('is rejected if its buffer was transferred', async () => {
    const bytes = (await smallPhoto()).slice();
    structuredClone(bytes, { transfer: [bytes.buffer] });
    await expect(ingestPhoto({ source: bytes.buffer }, createDeps())).rejects.toMatchObject({
      code: 'photo_invalid',
      details: { reason: 'unreadable' },
    });
  });

  test('is rejected if it is not an image', async () => {
    const text = new TextEncoder().encode('not a photo');
    await expect(ingestPhoto({ source: text }, createDeps())).rejects.toMatchObject({
      code: 'photo_invalid',
      details: { reason: 'not_an_image' },
    });
  });

  test('is rejected if it has too many bytes, or a side that is too short', async () => {
    const large = await smallPhoto();
    await expect(ingestPhoto({ source: large }, createDeps({ maxBytes: 100 }))).rejects.toMatchObject({
      code: 'photo_too_large',
      details: { bytes: large.byteLength, maxBytes: 100 },
    });
    const thin = await smallPhoto(1, 64, LIMITS.photoMinSide - 1);
    await expect(ingestPhoto({ source: thin }, createDeps())).rejects.toMatchObject({
      code: 'photo_invalid',
      details: { reason: 'too_small' },
    });
  });

  test('is rotated in addition to its orientation, and hashed as it is stored', async () => {
    const source = withOrientation(await smallPhoto(), 6);
    const rotated = await ingestPhoto({ source, rotateImageBeforeUpload: 'CLOCKWISE_90' }, createDeps());
    expect(rotated).toEqual({
      bytes: withOrientation(await smallPhoto(), 3).buffer,
      type: 'image/jpeg',
      width: 64,
      height: 48,
      sha256: await sha256(rotated.bytes),
    });
  });

  test.each([
    ['image/png', pngPhoto],
    ['image/webp', webpPhoto],
    ['image/avif', avifPhoto],
  ])('is rejected if it must be rotated and is %s', async (type, draw) => {
    const source = await draw({ seed: 1, width: 64, height: 48 });
    const rotate = ingestPhoto({ source, rotateImageBeforeUpload: 'CLOCKWISE_270' }, createDeps());
    await expect(rotate).rejects.toMatchObject({
      code: 'photo_invalid',
      details: { reason: 'not_rotatable', type },
    });
    const same = await ingestPhoto({ source, rotateImageBeforeUpload: 'NO_ROTATION' }, createDeps());
    expect(same).toMatchObject({ type, width: 64, height: 48 });
  });

  test('is rejected without a source and a URL', async () => {
    await expect(ingestPhoto({ acquisition: {} }, createDeps())).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('a photo from a URL', () => {
  test('is downloaded', async () => {
    const bytes = await smallPhoto();
    expect((await byUrl(async () => new Response(bytes))).sha256).toBe(await sha256(bytes.buffer));
  });

  test('is rejected by its Content-Length, before it is downloaded', async () => {
    const body = new ReadableStream({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
    const download = byUrl(async () => new Response(body, { headers: { 'content-length': '2000' } }), 1_000);
    await expect(download).rejects.toMatchObject({ code: 'photo_too_large', details: { bytes: 2_000 } });
  });

  test.each([
    ['status 404', async () => new Response('', { status: 404 }), 'status 404'],
    ['no network', async () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
  ])('throws a retryable photo_unavailable: %s', async (_case, fetch, reason) => {
    await expect(byUrl(fetch)).rejects.toMatchObject({
      code: 'photo_unavailable',
      retryable: true,
      message: expect.stringContaining(reason),
    });
  });

  test('is unavailable if no data arrives for 30 s', async () => {
    vi.useFakeTimers();
    try {
      const silent = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(1)),
      });
      for (const fetch of [() => new Promise<Response>(() => {}), async () => new Response(silent)]) {
        const download = expect(byUrl(fetch)).rejects.toMatchObject({
          code: 'photo_unavailable',
          message: expect.stringContaining('no data'),
        });
        await vi.advanceTimersByTimeAsync(31_000);
        await download;
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test('throws aborted if the signal aborts the download', async () => {
    const signal = AbortSignal.abort();
    const download = byUrl(() => Promise.reject(signal.reason), undefined, signal);
    await expect(download).rejects.toMatchObject({ code: 'aborted' });
  });
});

test('photos of every type have the header that readPhotoHeader returns', async () => {
  for (const encode of [jpegPhoto, pngPhoto, webpPhoto, avifPhoto]) {
    const photo = await encode({ seed: 3, width: 64, height: 48 });
    const header = await readHeader(photo.buffer, { loadRare });
    expect(readPhotoHeader(photo)).toEqual({ ok: true, header });
  }
});

test('bytes that are no photo, and a truncated JPEG, are rejected with the same message', async () => {
  const truncated = (await jpegPhoto({ seed: 3, width: 64, height: 48 })).slice(0, 200);
  for (const bytes of [ascii('%PDF-1.7'), ascii('hello'), new Uint8Array(), truncated]) {
    const rejected = readPhotoHeader(bytes);
    if (rejected.ok) return expect.unreachable();
    await expect(readHeader(bytes.slice().buffer, { loadRare })).rejects.toMatchObject({
      code: 'photo_invalid',
      message: rejected.message,
    });
  }
});
