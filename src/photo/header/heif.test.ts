import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concat } from '../../../test/fixtures/bytes.ts';
import { box, clap, heifContainer, imir, irot } from '../../../test/fixtures/heif-container.ts';
import { type Pixels, storedPixels } from '../../../test/fixtures/orientation.ts';
import { readPhotoHeader } from './read-header.ts';

const size = { width: 40, height: 30 };

describe.each([false, true])('with wide numbers: %s', (wide) => {
  it('reads the size of the primary item', () => {
    expect(readPhotoHeader(heifContainer({ ...size, wide }))).toEqual({
      ok: true,
      header: { type: 'image/heic', width: 40, height: 30, orientation: 1 },
    });
  });

  it('reads the size of the grid, not of its tiles', () => {
    const grid = heifContainer({
      width: 4032,
      height: 3024,
      tile: { width: 512, height: 512 },
      transforms: [irot(3)],
      wide,
    });
    expect(readPhotoHeader(grid)).toMatchObject({
      ok: true,
      header: { width: 3024, height: 4032, orientation: 6 },
    });
  });

  it('detects image data beyond the end of the file', () => {
    const photo = heifContainer({ ...size, wide });
    for (let length = 12; length < photo.length; length++) {
      const result = readPhotoHeader(photo.subarray(0, length));
      expect(result, `cut at ${length}`).toMatchObject({ ok: false, reason: 'truncated' });
    }
  });
});

it('rotates and mirrors in the listed order', () => {
  const turn = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const);
  const mirror = fc.constantFrom('top-bottom' as const, 'left-right' as const);
  fc.assert(
    fc.property(fc.array(fc.oneof(turn, mirror), { maxLength: 5 }), (steps) => {
      const stored: Pixels = { width: 3, height: 2, data: Uint8Array.from({ length: 18 }, (_, n) => n) };
      const upright = steps.reduce<Pixels>(
        (pixels, step) =>
          step === 'top-bottom'
            ? storedPixels(pixels, 4)
            : step === 'left-right'
              ? storedPixels(pixels, 2)
              : Array.from({ length: step }).reduce<Pixels>((turned) => storedPixels(turned, 6), pixels),
        stored,
      );
      const transforms = steps.map((step) => (typeof step === 'number' ? irot(step) : imir(step)));
      const result = readPhotoHeader(heifContainer({ width: 3, height: 2, transforms }));
      if (!result.ok) throw new Error(result.message);
      expect(result.header).toMatchObject({ width: upright.width, height: upright.height });
      expect(storedPixels(upright, result.header.orientation)).toEqual(stored);
    }),
  );
});

it('crops to the clean aperture before it rotates', () => {
  const photo = heifContainer({ ...size, transforms: [clap(39, 29), irot(1)] });
  expect(readPhotoHeader(photo)).toMatchObject({
    ok: true,
    header: { width: 29, height: 39, orientation: 8 },
  });
});

it.each([
  [['avif', 'mif1', 'miaf'], 'hvcC', 'image/avif'],
  [['mif1', 'heic'], 'hvcC', 'image/heic'],
  [['mif1', 'avif'], 'av1C', 'image/avif'],
  [['mif1'], 'av1C', 'image/avif'],
  [['mif1'], 'hvcC', 'image/heic'],
] as const)('reads the type of %j with %s', (brands, coding, type) => {
  expect(readPhotoHeader(heifContainer({ ...size, brands, coding }))).toMatchObject({
    ok: true,
    header: { type },
  });
});

it('rejects HEIF of another coding', () => {
  const photo = heifContainer({ ...size, brands: ['mif1', 'jpeg'], coding: 'jpgC' });
  expect(readPhotoHeader(photo)).toMatchObject({ ok: false, reason: 'unsupported_type' });
});

it('accepts appended data, box or not', () => {
  const photo = heifContainer(size);
  expect(readPhotoHeader(concat(photo, box('mpvd', new Uint8Array(99))))).toMatchObject({ ok: true });
  expect(readPhotoHeader(concat(photo, new Uint8Array(99).fill(255)))).toMatchObject({ ok: true });
});

it.each([
  ['no width', heifContainer({ width: 0, height: 30 })],
  ['a crop larger than the image', heifContainer({ ...size, transforms: [clap(41, 30)] })],
  ['an empty crop', heifContainer({ ...size, transforms: [clap(0, 30)] })],
  ['an empty turn', heifContainer({ ...size, transforms: [box('irot')] })],
  ['an empty description', concat(heifContainer(size).subarray(0, 24), box('meta', new Uint8Array(4)))],
])('reports %s as malformed', (_name, bytes) => {
  expect(readPhotoHeader(bytes)).toMatchObject({ ok: false, reason: 'malformed' });
});
