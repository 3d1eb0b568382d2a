import { expect, it } from 'vitest';
import { ascii, concat, u16 } from '../../../test/fixtures/bytes.ts';
import { exifBlock } from '../../../test/fixtures/orientation.ts';
import { jpegPhoto, withOrientation } from '../../../test/fixtures/photos.ts';
import { readPhotoHeader } from './read-header.ts';

const photo = await jpegPhoto({ seed: 1, width: 96, height: 64 });
const header = { type: 'image/jpeg', width: 96, height: 64, orientation: 1 };
const start = photo.subarray(0, 2);
const rest = photo.subarray(2);

const segment = (code: number, ...content: Uint8Array[]) => {
  const body = concat(...content);
  return concat(u16(0xff00 | code), u16(2 + body.length), body);
};
const frame = (code: number, width: number, height: number) =>
  segment(code, Uint8Array.of(8), u16(height), u16(width), Uint8Array.of(1, 1, 0x11, 0));
const scan = concat(segment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)), Uint8Array.of(1, 2, 0xff, 0, 3));
const end = u16(0xffd9);

it.each(['big', 'little'] as const)('reads EXIF in %s-endian order', (byteOrder) => {
  expect(readPhotoHeader(withOrientation(photo, 6, byteOrder))).toEqual({
    ok: true,
    header: { type: 'image/jpeg', width: 64, height: 96, orientation: 6 },
  });
});

it('skips fill bytes, stray bytes and markers without length', () => {
  const padded = concat(start, Uint8Array.of(0xff, 0xff, 0xff, 0x01, 0xff, 0, 7, 7, 0xff, 0xff), rest);
  expect(readPhotoHeader(padded)).toEqual({ ok: true, header });
});

it('reads the first EXIF segment and ignores XMP', () => {
  const xmp = segment(0xe1, ascii('http://ns.adobe.com/xap/1.0/\0'), exifBlock(3));
  const tagged = withOrientation(withOrientation(photo, 3), 8);
  const result = readPhotoHeader(concat(start, xmp, tagged.subarray(2)));
  expect(result).toMatchObject({ ok: true, header: { orientation: 8 } });
});

it.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc9, 0xca, 0xcf])('reads the size of frame %i', (code) => {
  const jpeg = concat(start, frame(code, 40, 30), scan, end);
  expect(readPhotoHeader(jpeg)).toMatchObject({ ok: true, header: { width: 40, height: 30 } });
});

it.each([0xc4, 0xc8, 0xcc])('does not read segment %i as a frame', (code) => {
  const jpeg = concat(start, frame(code, 9, 9), frame(0xc0, 40, 30), scan, end);
  expect(readPhotoHeader(jpeg)).toMatchObject({ ok: true, header: { width: 40, height: 30 } });
});

it('accepts data appended after the end', () => {
  const video = concat(photo, ascii('\0\0\0\x18ftypmp42'), new Uint8Array(5000).fill(0xd9));
  expect(readPhotoHeader(video)).toEqual({ ok: true, header });
  expect(readPhotoHeader(concat(photo, photo.subarray(0, 500)))).toEqual({ ok: true, header });
});

it('does not mistake the end of the thumbnail for the end of the photo', async () => {
  const thumbnail = await jpegPhoto({ seed: 1, width: 32, height: 24, quality: 40 });
  const exif = segment(0xe1, ascii('Exif\0\0'), exifBlock(6), thumbnail);
  const whole = concat(start, exif, rest);
  expect(readPhotoHeader(whole)).toMatchObject({ ok: true, header: { width: 64, height: 96 } });
  expect(readPhotoHeader(whole.subarray(0, -2))).toMatchObject({ ok: false, reason: 'truncated' });
});

it('detects a file whose end was not written', () => {
  const zeroed = photo.slice();
  zeroed.fill(0, photo.length - 400);
  expect(readPhotoHeader(zeroed)).toMatchObject({ ok: false, reason: 'truncated' });
});

it.each([
  ['an end before any image', concat(start, end, end)],
  ['a scan without a frame', concat(start, scan, end)],
  ['a segment shorter than its length', concat(start, u16(0xffe0), u16(1), rest)],
  ['a frame too short for its size', concat(start, segment(0xc0, u16(8)), scan, end)],
  ['no width', concat(start, frame(0xc0, 0, 30), scan, end)],
  ['no height', concat(start, frame(0xc0, 40, 0), scan, end)],
])('reports %s as malformed', (_name, bytes) => {
  expect(readPhotoHeader(bytes)).toMatchObject({ ok: false, reason: 'malformed' });
});
