import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { jpegPhoto, pngPhoto, webpPhoto } from '../../../test/fixtures/photos.ts';
import type { readPhotoHeader } from './read-header.ts';

/** The module as an app's bundler makes a plain script of it, read by a page that does not say that it is UTF-8. */
async function inAnotherEncoding(): Promise<typeof readPhotoHeader> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('read-header.ts', import.meta.url)),
        name: 'photos',
        formats: ['iife'],
      },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  const script = Buffer.from(output[0].code).toString('latin1');
  return runInNewContext(`${script}; photos.readPhotoHeader`, { DataView, Uint8Array });
}

it('photos are recognised whatever encoding a page takes the script for', async () => {
  const read = await inAnotherEncoding();
  for (const encode of [jpegPhoto, pngPhoto, webpPhoto]) {
    expect(read(await encode({ seed: 3, width: 64, height: 48 }))).toMatchObject({ ok: true });
  }
});
