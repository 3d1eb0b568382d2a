import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { ascii, concat, u16 } from '../../../test/fixtures/bytes.ts';
import { exifBlock, type Pixels, storedPixels } from '../../../test/fixtures/orientation.ts';
import { jpegPhoto, withOrientation } from '../../../test/fixtures/photos.ts';
import { type Orientation, rotateOrientation } from './photo-header.ts';
import { readPhotoHeader } from './read-header.ts';
import { writeJpegOrientation } from './write-orientation.ts';

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const plain = await jpegPhoto({ seed: 1, width: 48, height: 32 });

const orientationOf = (jpeg: Uint8Array) => {
  const read = readPhotoHeader(jpeg);
  if (!read.ok) throw new Error(read.message);
  return read.header.orientation;
};
const exifOf = async (jpeg: Uint8Array) => (await sharp(jpeg).metadata()).exif;
const app1 = (...content: Uint8Array[]) => {
  const body = concat(...content);
  return concat(u16(0xffe1), u16(2 + body.length), body);
};
/** The photo with one EXIF segment of this content. */
const withExif = (...tiff: Uint8Array[]) =>
  concat(plain.subarray(0, 2), app1(ascii('Exif\0\0'), ...tiff), plain.subarray(2));

describe('rotating', () => {
  it('adds quarter turns to an orientation', () => {
    const upright: Pixels = { width: 3, height: 2, data: Uint8Array.from({ length: 18 }, (_, n) => n) };
    const rotate = (pixels: Pixels) => storedPixels(pixels, 8); // a camera that stores 8 is rotated clockwise
    for (const orientation of ORIENTATIONS) {
      const stored = storedPixels(upright, orientation);
      const rotated = [upright, rotate(upright), rotate(rotate(upright)), rotate(rotate(rotate(upright)))];
      for (const [turns, shown] of rotated.entries())
        expect(storedPixels(shown, rotateOrientation(orientation, turns))).toEqual(stored);
    }
  });

  // Proves wire D7.
  it('shows the photo rotated, for every orientation and rotation', async () => {
    for (const orientation of ORIENTATIONS) {
      const photo = withOrientation(plain, orientation);
      for (const turns of [1, 2, 3]) {
        const written = writeJpegOrientation(photo, rotateOrientation(orientation, turns));
        const shown = await sharp(written).autoOrient().raw().toBuffer();
        const upright = await sharp(photo).autoOrient().toBuffer();
        const expected = await sharp(upright)
          .rotate(turns * 90)
          .raw()
          .toBuffer();
        const difference =
          shown.reduce((sum, value, n) => sum + Math.abs(value - (expected[n] ?? 0)), 0) / shown.length;
        expect(shown.length).toBe(expected.length);
        expect(difference, `${orientation} + ${turns}`).toBeLessThan(4);
      }
    }
  });
});

describe('writing an orientation', () => {
  it('changes only the value if there is one', () => {
    for (const byteOrder of ['big', 'little'] as const) {
      for (const orientation of ORIENTATIONS) {
        const written = writeJpegOrientation(withOrientation(plain, 3, byteOrder), orientation);
        expect(Buffer.compare(written, withOrientation(plain, orientation, byteOrder))).toBe(0);
      }
    }
  });

  it('adds EXIF to a photo without it, and keeps everything else', () => {
    const written = writeJpegOrientation(plain, 6);
    expect(orientationOf(written)).toBe(6);
    expect(written.subarray(-(plain.length - 2))).toEqual(plain.subarray(2));
  });

  test.each(['big', 'little'] as const)('keeps the other tags, %s-endian', async (byteOrder) => {
    const little = byteOrder === 'little';
    const tags = { Make: 'Kerbside', Model: 'Drawn photo', Software: '1.2.3' };
    const tiff = createTiff(
      Object.entries(tags).map(([name, text]) => [TAGS[name as keyof typeof tags], text]),
      little,
    );
    const written = writeJpegOrientation(withExif(tiff), 8);
    expect(orientationOf(written)).toBe(8);
    const exif = await exifOf(written);
    for (const text of Object.values(tags)) expect(exif?.includes(text)).toBe(true);
    expect(readTags(exif?.subarray(6) ?? new Uint8Array(), little)).toEqual([
      [TAGS.Make, 'Kerbside'],
      [TAGS.Model, 'Drawn photo'],
      [0x0112, 8],
      [TAGS.Software, '1.2.3'],
    ]);
  });

  test.each([
    ['broken', withExif(exifBlock(6).subarray(0, 12))],
    ['empty', withExif()],
    ['of another type', withExif(exifBlock(6).map((byte, at) => (at === 13 ? 4 : byte)))],
    ['full', withExif(createTiff([[TAGS.Make, 'x'.repeat(65_480)]], false))],
  ])('corrects EXIF that is %s', async (_what, photo) => {
    const written = writeJpegOrientation(photo, 6);
    expect(orientationOf(written)).toBe(6);
    expect((await sharp(written).metadata()).orientation).toBe(6);
  });

  it('can be repeated, for any EXIF', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(...ORIENTATIONS),
        fc.constantFrom('MM\0*', 'II*\0', ''),
        (bytes, orientation: Orientation, start) => {
          const photo = withExif(ascii(start), bytes);
          const written = writeJpegOrientation(photo, orientation);
          expect(orientationOf(written)).toBe(orientation);
          expect(Buffer.compare(writeJpegOrientation(written, orientation), written)).toBe(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const TAGS = { Make: 0x010f, Model: 0x0110, Software: 0x0131 } as const;

/** Creates a TIFF structure with texts longer than 4 bytes. */
function createTiff(entries: readonly (readonly [tag: number, text: string])[], little: boolean): Uint8Array {
  const start = 8 + 2 + entries.length * 12 + 4;
  const bytes = new Uint8Array(start + entries.reduce((sum, [, text]) => sum + text.length + 1, 0));
  const view = new DataView(bytes.buffer);
  bytes.set(ascii(little ? 'II*\0' : 'MM\0*'));
  view.setUint32(4, 8, little);
  view.setUint16(8, entries.length, little);
  let end = start;
  for (const [index, [tag, text]] of entries.entries()) {
    const at = 10 + index * 12;
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, 2, little); // ASCII
    view.setUint32(at + 4, text.length + 1, little);
    view.setUint32(at + 8, end, little);
    bytes.set(ascii(text), end);
    end += text.length + 1;
  }
  return bytes;
}

/** Reads the texts and short numbers of the first directory. */
function readTags(tiff: Uint8Array, little: boolean): [tag: number, value: string | number][] {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const directory = view.getUint32(4, little);
  return Array.from({ length: view.getUint16(directory, little) }, (_, index) => {
    const at = directory + 2 + index * 12;
    const length = view.getUint32(at + 4, little);
    const start = view.getUint32(at + 8, little);
    const isText = view.getUint16(at + 2, little) === 2;
    const text = String.fromCharCode(...tiff.subarray(start, start + length - 1));
    return [view.getUint16(at, little), isText ? text : view.getUint16(at + 8, little)];
  });
}
