import { expect, it } from 'vitest';
import { ascii, concat, u32 } from '../../../test/fixtures/bytes.ts';
import { exifBlock } from '../../../test/fixtures/orientation.ts';
import { readPhotoHeader } from './read-header.ts';

const chunk = (type: string, ...content: Uint8Array[]) => {
  const body = concat(...content);
  return concat(u32(body.length), ascii(type), body, u32(0));
};
const png = (...chunks: Uint8Array[]) => concat(ascii('\x89PNG\r\n\x1a\n'), ...chunks);
const ihdr = (width: number, height: number) => chunk('IHDR', u32(width), u32(height), new Uint8Array(5));
const idat = chunk('IDAT', new Uint8Array(9));
const iend = chunk('IEND');

const u32le = (value: number) => u32(value).reverse();
const riffChunk = (type: string, ...content: Uint8Array[]) => {
  const body = concat(...content);
  return concat(ascii(type), u32le(body.length), body, new Uint8Array(body.length % 2));
};
const webp = (...chunks: Uint8Array[]) => riffChunk('RIFF', ascii('WEBP'), ...chunks);
const vp8x = (width: number, height: number) =>
  riffChunk('VP8X', u32(0), u32le(width - 1).subarray(0, 3), u32le(height - 1).subarray(0, 3));
const vp8 = (width: number, height: number) =>
  riffChunk('VP8 ', Uint8Array.of(0, 0, 0, 0x9d, 1, 0x2a, width, width >> 8, height, height >> 8));
const vp8l = riffChunk('VP8L', Uint8Array.of(0x2f), u32le(39 | (29 << 14)));

it.each([
  [
    'a PNG with its EXIF after the pixels',
    png(ihdr(40, 30), idat, chunk('eXIf', exifBlock(6, 'little')), iend),
  ],
  ['a PNG with something after its end', png(ihdr(30, 40), idat, iend, ascii('trailer'))],
  ['a lossy WebP', webp(vp8(30, 40))],
  ['a scaled lossy WebP', webp(vp8(30 | 0x4000, 40 | 0x8000))],
  ['an extended WebP whose frame is smaller', webp(vp8x(30, 40), riffChunk('ANMF', new Uint8Array(3)))],
  ['a WebP with EXIF', webp(vp8x(40, 30), vp8l, riffChunk('EXIF', exifBlock(8)))],
  [
    'a WebP with EXIF named as in a JPEG',
    webp(vp8x(40, 30), vp8l, riffChunk('EXIF', ascii('Exif\0\0'), exifBlock(5))),
  ],
  ['a WebP larger than 16 bits', webp(vp8x(100_000, 1), vp8l), { width: 100_000, height: 1 }],
])('reads %s', (_name, bytes, size = { width: 30, height: 40 }) => {
  expect(readPhotoHeader(bytes)).toMatchObject({ ok: true, header: size });
});

it.each([
  ['a PNG without pixels', png(ihdr(40, 30), iend)],
  ['a PNG that starts with another chunk', png(chunk('CgBI', u32(0)), ihdr(40, 30), idat, iend)],
  ['a PNG without width', png(ihdr(0, 30), idat, iend)],
  ['a PNG of impossible width', png(ihdr(2 ** 31, 30), idat, iend)],
  ['a PNG chunk of impossible length', png(ihdr(40, 30), u32(2 ** 32 - 1), ascii('IDAT'))],
  ['a PNG with a short header', png(chunk('IHDR', u32(40)), idat, iend)],
  ['a WebP without pixels', webp(vp8x(40, 30))],
  ['an empty WebP', webp()],
  ['a WebP with a damaged start code', webp(riffChunk('VP8 ', new Uint8Array(10)))],
  [
    'a WebP that starts between key frames',
    webp(riffChunk('VP8 ', Uint8Array.of(1, 0, 0, 0x9d, 1, 0x2a, 9, 0, 9, 0))),
  ],
  ['a WebP with a damaged lossless signature', webp(riffChunk('VP8L', new Uint8Array(5)))],
  ['a WebP without height', webp(vp8(40, 0))],
  ['a WebP chunk that exceeds its container', webp(concat(ascii('VP8L'), u32le(5000), new Uint8Array(8)))],
])('reports %s as malformed', (_name, bytes) => {
  expect(readPhotoHeader(bytes)).toMatchObject({ ok: false, reason: 'malformed' });
});
