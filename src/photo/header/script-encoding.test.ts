import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { jpegPhoto, pngPhoto, webpPhoto } from '../../../test/fixtures/photos.ts';
import type { readPhotoHeader } from './read-header.ts';

/** Bundles the module to a plain script and decodes it as Latin-1, as a page without a charset does. */
async function loadAsLatin1(): Promise<typeof readPhotoHeader> {
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

it('reads photos when a page decodes the script with another charset', async () => {
  const read = await loadAsLatin1();
  for (const encode of [jpegPhoto, pngPhoto, webpPhoto]) {
    expect(read(await encode({ seed: 3, width: 64, height: 48 }))).toMatchObject({ ok: true });
  }
});
