import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { ascii, concat, u32 } from '../../../test/fixtures/bytes.ts';
import { carScene } from '../../../test/fixtures/car-scene.ts';
import { box } from '../../../test/fixtures/heif-container.ts';
import { avifPhoto, jpegPhoto, pngPhoto, webpPhoto } from '../../../test/fixtures/photos.ts';
import { type Orientation, readPhotoHeader } from './read-header.ts';

const size = { seed: 7, width: 322, height: 241 };
const losslessWebp = (options: typeof size) => webpPhoto({ ...options, lossless: true });
const encoders = [
  ['image/jpeg', jpegPhoto],
  ['image/png', pngPhoto],
  ['image/webp', webpPhoto],
  ['image/webp', losslessWebp],
  ['image/avif', avifPhoto],
] as const;

describe.each(encoders)('%s', (type, encode) => {
  it.each<Orientation>([1, 2, 3, 4, 5, 6, 7, 8])(
    'returns the same orientation %i as the decoder',
    async (orientation) => {
      const photo = await encode({ ...size, orientation });
      const { autoOrient } = await sharp(photo).metadata();
      expect(autoOrient).toEqual({ width: 322, height: 241 });
      expect(readPhotoHeader(photo)).toEqual({ ok: true, header: { type, ...autoOrient, orientation } });
    },
  );

  it('reads a view into a larger buffer', async () => {
    const photo = await encode(size);
    const view = concat(new Uint8Array(13), photo, new Uint8Array(5)).subarray(13, 13 + photo.length);
    expect(readPhotoHeader(view)).toEqual(readPhotoHeader(photo));
  });

  it('detects a cut at every length', async () => {
    const photo = await encode({ seed: 3, width: 48, height: 32 });
    for (let length = 0; length < photo.length; length++) {
      const result = readPhotoHeader(photo.subarray(0, length));
      const reason = result.ok ? 'none' : result.reason;
      if (length < 12) expect(['not_an_image', 'truncated'], `cut at ${length}`).toContain(reason);
      else expect(reason, `cut at ${length} of ${photo.length}`).toBe('truncated');
    }
  });
});

it.each([
  ['progressive JPEG', (s: Sharp) => s.jpeg({ progressive: true }), 'image/jpeg'],
  ['optimised JPEG', (s: Sharp) => s.jpeg({ mozjpeg: true }), 'image/jpeg'],
  ['grey JPEG', (s: Sharp) => s.grayscale().jpeg(), 'image/jpeg'],
  ['JPEG with ICC profile', (s: Sharp) => s.withIccProfile('p3').jpeg(), 'image/jpeg'],
  ['interlaced PNG', (s: Sharp) => s.png({ progressive: true }), 'image/png'],
  ['palette PNG', (s: Sharp) => s.png({ palette: true }), 'image/png'],
  ['WebP with alpha', (s: Sharp) => s.ensureAlpha(0.5).webp(), 'image/webp'],
  ['AVIF of an odd size', (s: Sharp) => s.resize(33, 17).avif({ effort: 0 }), 'image/avif'],
  ['JPEG of one pixel', (s: Sharp) => s.resize(1, 1).jpeg(), 'image/jpeg'],
] as const)('reads a %s', async (_name, encode, type) => {
  const photo = await encode(sharp(ascii(carScene({ seed: 5, width: 64, height: 48 })))).toBuffer();
  const { width, height } = await sharp(photo).metadata();
  expect(readPhotoHeader(photo)).toEqual({ ok: true, header: { type, width, height, orientation: 1 } });
});

it.each([
  [
    'GIF',
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .gif()
      .toBuffer(),
  ],
  [
    'TIFF',
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer(),
  ],
  ['TIFF', concat(ascii('MM\0*'), u32(8))],
  ['BMP', concat(ascii('BM'), new Uint8Array(60))],
  ['SVG', ascii(carScene({ seed: 1 }))],
  ['SVG', ascii('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a drawing --><svg xmlns="…"/>')],
  ['PDF', ascii('%PDF-1.7\n')],
  ['MP4', box('ftyp', ascii('isom'), u32(512), ascii('isomiso2avc1mp41'))],
  ['QuickTime', box('ftyp', ascii('qt  '), u32(0), ascii('qt  '))],
  ['raw', box('ftyp', ascii('crx '), u32(1), ascii('crx isom'))],
])('rejects a %s by name', (name, bytes) => {
  const result = readPhotoHeader(bytes);
  expect(result).toMatchObject({ ok: false, reason: 'unsupported_type' });
  expect(result).toHaveProperty(
    'message',
    expect.stringMatching(new RegExp(`^This is an? .*${name}.*; take the photo as JPEG`)),
  );
});

it.each([
  ['nothing', new Uint8Array()],
  ['text', ascii('a photo of a car')],
  ['a web page', ascii('<!doctype html><html><body><svg/></body></html>')],
  ['zeros', new Uint8Array(4096)],
  ['other RIFF files', concat(ascii('RIFF'), u32(0), ascii('WAVEfmt '))],
])('reports %s as not_an_image', (_name, bytes) => {
  expect(readPhotoHeader(bytes)).toMatchObject({ ok: false, reason: 'not_an_image' });
});

it('returns a message with the problem and the remedy', async () => {
  const jpeg = await jpegPhoto({ seed: 1, width: 64, height: 48 });
  expect(readPhotoHeader(jpeg.subarray(0, -2))).toEqual({
    ok: false,
    reason: 'truncated',
    message: 'This JPEG ends before its image data does; copy the whole file again, or take the photo again.',
  });
});
