import { afterEach, describe, expect, it, vi } from 'vitest';
import { pngWithColourProfile, withColourProfile } from '../../../test/fixtures/colour-profile.ts';
import { storedPixels, withOrientation } from '../../../test/fixtures/orientation.ts';
import { webpWithOrientation } from '../../../test/fixtures/webp-orientation.ts';
import type { Orientation } from '../header/read-header.ts';
import { decodePhoto } from './decode-photo.ts';

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const WIDTH = 96;
const HEIGHT = 64;
/** Upright: red, green over blue, white. */
const QUARTERS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;

/** A photo of the four quarters, stored in this orientation. */
async function jpeg(orientation: Orientation, scale = 1): Promise<ArrayBuffer> {
  const [width, height] = [WIDTH * scale, HEIGHT * scale];
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const quarter = (at % width < width / 2 ? 0 : 1) + (at < (width * height) / 2 ? 0 : 2);
    data.set(QUARTERS[quarter] ?? [], at * 3);
  }
  const stored = storedPixels({ data, width, height }, orientation);
  const image = new ImageData(stored.width, stored.height);
  for (let at = 0; at < width * height; at += 1) {
    image.data.set([...stored.data.subarray(at * 3, at * 3 + 3), 255], at * 4);
  }
  const canvas = new OffscreenCanvas(stored.width, stored.height);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
  return withOrientation(new Uint8Array(await blob.arrayBuffer()), orientation).buffer;
}

const WEBP_QUARTERS: Record<Orientation, string> = {
  1: 'UklGRjoAAABXRUJQVlA4TC4AAAAvX8APAB8gEEjeHzqN+RcQFPwf3fxHZA+ASIDEk570pI0BpIj+T8BwseeCjz0H',
  2: 'UklGRjoAAABXRUJQVlA4TC4AAAAvX8APAB8gEEjeHzqN+RcQFPwf3fxHZA+ASIDEk570pI0BpIj+T0DxsOeOgz0H',
  3: 'UklGRjoAAABXRUJQVlA4TC4AAAAvX8APAB8gEEjeHzqN+RcQFPwf3fxHZA+ASIDEk570pI0BpIj+T8BxsOeKhz0H',
  4: 'UklGRjoAAABXRUJQVlA4TC4AAAAvX8APAB8gEEjeHzqN+RcQFPwf3fxHZA+ASIDEk570pI0BpIj+T0DwseeGiz0H',
  5: 'UklGRjoAAABXRUJQVlA4TC0AAAAvP8AXAB8gEEjeHzqN+RcQFPwf3fxHZA+ASIDEk570pIkDpIj+T8Aw6Lvi0XcA',
  6: 'UklGRjoAAABXRUJQVlA4TC0AAAAvP8AXAB8gEEjeHzqN+RcQFPwf3fxHZA+ASIDEk570pIkDpIj+T0Dx6Lth0HcA',
  7: 'UklGRjoAAABXRUJQVlA4TC0AAAAvP8AXAB8gEEjeHzqN+RcQFPwf3fxHZA+ASIDEk570pIkDpIj+T8Cx6Lvg0HcA',
  8: 'UklGRjoAAABXRUJQVlA4TC0AAAAvP8AXAB8gEEjeHzqN+RcQFPwf3fxHZA+ASIDEk570pIkDpIj+T0Bw6Ltj0XcA',
};

/** Not every browser's canvas encodes WebP, so these are fixed files: lossless, with the quarters as stored. */
async function webp(orientation: Orientation): Promise<ArrayBuffer> {
  return webpWithOrientation(fromBase64(WEBP_QUARTERS[orientation]), orientation).buffer;
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

function quarterColours({ width, height, data }: { width: number; height: number; data: Uint8ClampedArray }) {
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
      return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? 255 : 0));
    }),
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([
  { name: 'a JPEG', photo: jpeg },
  { name: 'a WebP', photo: webp },
])('decoding $name', ({ photo }) => {
  it.each(ORIENTATIONS)('decodes EXIF orientation %i upright', async (orientation) => {
    const decoded = await decodePhoto(await photo(orientation), 1000);
    expect([decoded.width, decoded.height]).toEqual([WIDTH, HEIGHT]);
    expect(quarterColours(decoded)).toEqual(QUARTERS);
  });

  it.each(ORIENTATIONS)('scales down EXIF orientation %i', async (orientation) => {
    const decoded = await decodePhoto(await photo(orientation), 48);
    expect(Math.max(decoded.width, decoded.height)).toBeLessThanOrEqual(48);
    expect(quarterColours(decoded)).toEqual(QUARTERS);
  });

  it.each(ORIENTATIONS)('decodes EXIF orientation %i without ImageDecoder', async (orientation) => {
    vi.stubGlobal('ImageDecoder', undefined);
    const decoded = await decodePhoto(await photo(orientation), 48);
    expect([decoded.width, decoded.height]).toEqual([48, 32]);
    expect(quarterColours(decoded)).toEqual(QUARTERS);
  });
});

describe('decoding a large photo', () => {
  it.each([1, 6] as const)(
    'scales it down and returns its original size, orientation %i',
    async (orientation) => {
      const decoded = await decodePhoto(await jpeg(orientation, 8), 300);
      expect(decoded.original).toEqual({ width: WIDTH * 8, height: HEIGHT * 8 });
      expect(Math.max(decoded.width, decoded.height)).toBeLessThanOrEqual(300);
      expect(decoded.width / decoded.height).toBeCloseTo(WIDTH / HEIGHT, 1);
      expect(quarterColours(decoded)).toEqual(QUARTERS);
    },
  );

  it('falls back if ImageDecoder fails', async () => {
    class Broken {
      static isTypeSupported = async () => true;
      decode = async () => Promise.reject(new Error('no memory'));
      close() {}
    }
    vi.stubGlobal('ImageDecoder', Broken);
    expect(quarterColours(await decodePhoto(await jpeg(6), 48))).toEqual(QUARTERS);
  });

  it('falls back if a bitmap cannot be copied', async () => {
    vi.stubGlobal(
      'VideoFrame',
      class {
        constructor() {
          throw new DOMException('no memory', 'OperationError');
        }
      },
    );
    expect(quarterColours(await decodePhoto(await jpeg(1), 1000))).toEqual(QUARTERS);
  });

  it('never enlarges', async () => {
    expect(await decodePhoto(await jpeg(1), 5000)).toMatchObject({
      width: WIDTH,
      height: HEIGHT,
    });
  });
});

describe('decoding a photo with a colour profile', () => {
  const GRAY = [128, 128, 128];
  const ORANGE = [200, 100, 50];

  /** A photo of one colour: its numbers in the colour space of the profile. */
  async function onePhoto(colour: readonly number[], space: 'srgb' | 'display-p3' | 'adobe-rgb') {
    const canvas = new OffscreenCanvas(128, 96);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = `rgb(${colour.join()})`;
    context.fillRect(0, 0, 128, 96);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
    return withColourProfile(new Uint8Array(await blob.arrayBuffer()), space);
  }

  const sides = [
    { name: 'at its size', maxSide: 128 },
    { name: 'scaled down', maxSide: 64 },
  ];

  describe.each(sides)('$name', ({ maxSide }) => {
    it.each([
      { space: 'srgb', colour: ORANGE, expected: ORANGE },
      { space: 'display-p3', colour: ORANGE, expected: [214, 93, 31] },
      { space: 'display-p3', colour: GRAY, expected: GRAY },
      { space: 'adobe-rgb', colour: ORANGE, expected: [225, 100, 46] },
    ] as const)('converts $space to sRGB: $colour', async ({ space, colour, expected }) => {
      for (const orientation of [1, 6] as const) {
        const photo = withOrientation(await onePhoto(colour, space), orientation);
        const { data } = await decodePhoto(photo.buffer, maxSide);
        for (const [channel, value] of expected.entries())
          expect(Math.abs((data[channel] ?? 0) - value), `channel ${channel}: ${data[channel]}`).toBeLessThan(
            4,
          );
      }
    });
  });
});

describe('decoding an opaque PNG with a colour profile', () => {
  it.each([128, 64])('converts Display P3 to sRGB at %i pixels', async (maxSide) => {
    const photo = await pngWithColourProfile([200, 100, 50], { width: 128, height: 96 }, 'display-p3');
    const { data } = await decodePhoto(photo.buffer, maxSide);
    for (const [channel, value] of [214, 93, 31].entries())
      expect(Math.abs((data[channel] ?? 0) - value), `channel ${channel}: ${data[channel]}`).toBeLessThan(4);
  });
});

describe('decoding other bytes', () => {
  it('throws photo_invalid with a reason', async () => {
    await expect(decodePhoto(new TextEncoder().encode('hello').buffer, 100)).rejects.toMatchObject({
      code: 'photo_invalid',
      details: { reason: 'not_an_image' },
    });
  });
});
