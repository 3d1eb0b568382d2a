import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withColourProfile } from '../../../test/fixtures/colour-profile.ts';
import { withOrientation } from '../../../test/fixtures/orientation.ts';
import type { PhotoRegion, PhotoSize } from '../decoded-photo.ts';
import { decodePhoto } from './decode-photo.ts';
import { canOpenPhotoDetail, openPhotoDetail } from './open-photo-detail.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A photo of coloured noise in cells of 5 pixels: all its regions differ. */
async function drawJpeg(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  for (let y = 0; y < height; y += 5) {
    for (let x = 0; x < width; x += 5) {
      context.fillStyle = `hsl(${(x * 7919 + y * 104_729) % 360} 80% 50%)`;
      context.fillRect(x, y, 5, 5);
    }
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return new Uint8Array(await blob.arrayBuffer());
}

function regionOf({ width, height }: PhotoSize): fc.Arbitrary<PhotoRegion> {
  return fc.tuple(fc.nat(width - 1), fc.nat(height - 1)).chain(([x, y]) =>
    fc.record({
      x: fc.constant(x),
      y: fc.constant(y),
      width: fc.integer({ min: 1, max: width - x }),
      height: fc.integer({ min: 1, max: height - y }),
    }),
  );
}

const photo = await drawJpeg(240, 160);
const canOpen = await canOpenPhotoDetail(photo.buffer);

it.runIf(navigator.userAgent.includes('Chrome/'))('Chromium opens the details of a JPEG', () => {
  expect(canOpen).toBe(true);
});

describe.runIf(canOpen)('the detail of a photo', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    'has regions with the pixels of the whole photo, EXIF orientation %i',
    async (orientation) => {
      for (const stored of [photo, withColourProfile(photo, 'display-p3')]) {
        const bytes = withOrientation(stored, orientation).buffer;
        const whole = await decodePhoto(bytes, 120);
        const detail = await openPhotoDetail(bytes, 120);
        if (!detail) throw new Error('It cannot be opened');
        expect([detail.width, detail.height]).toEqual([whole.width, whole.height]);
        for (const region of fc.sample(regionOf(whole), { numRuns: 20, seed: 1 })) {
          const copied = await detail.copy(region);
          expect([copied.width, copied.height]).toEqual([region.width, region.height]);
          expect(largestDifference(copied.data, cut(whole, region))).toBeLessThanOrEqual(1);
        }
        detail.close();
      }
    },
  );

  it('is not opened if the photo needs no scaling', async () => {
    expect(await openPhotoDetail(photo.buffer, 240)).toBeUndefined();
  });
});

it('a browser without ImageDecoder opens no details', async () => {
  vi.stubGlobal('ImageDecoder', undefined);
  expect(await canOpenPhotoDetail(photo.buffer)).toBe(false);
  expect(await openPhotoDetail(photo.buffer, 120)).toBeUndefined();
});

it('JPEGs with another colour profile have no details', async () => {
  expect(await canOpenPhotoDetail(withColourProfile(photo, 'adobe-rgb').buffer)).toBe(false);
});

function cut(
  { data, width }: PhotoSize & { data: Uint8ClampedArray },
  { x, y, ...size }: PhotoRegion,
): number[] {
  return Array.from({ length: size.height }, (_, row) => {
    const from = 4 * ((y + row) * width + x);
    return [...data.subarray(from, from + 4 * size.width)];
  }).flat();
}

function largestDifference(actual: Uint8ClampedArray, expected: readonly number[]): number {
  return expected.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (actual[at] ?? -1))), 0);
}
