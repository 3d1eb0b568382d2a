import { afterEach, expect, it, vi } from 'vitest';
import { jpegPhoto } from '../../../test/fixtures/photos.ts';
import { decodePhoto } from './decode-photo.ts';

afterEach(() => void vi.unstubAllGlobals());

it('a photo is not invalid in a browser without OffscreenCanvas: the browser is unsupported', async () => {
  const photo = await jpegPhoto({ seed: 1, width: 64, height: 48 });
  vi.stubGlobal('OffscreenCanvas', undefined);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 64, height: 48, close() {} }));
  await expect(decodePhoto(photo.buffer, 640)).rejects.toMatchObject({ code: 'unsupported' });
});
