import { afterEach, describe, expect, it, vi } from 'vitest';
import { ascii, concat } from '../../test/fixtures/bytes.ts';
import { exifBlock, storedPixels, withOrientation } from '../../test/fixtures/orientation.ts';
import type { Orientation } from '../photo/read-header.ts';
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

/** A photo of the four quarters as a camera held in this orientation stores it. */
async function photo(type: string, orientation: Orientation, scale = 1): Promise<ArrayBuffer> {
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
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type, quality: 0.95 })).arrayBuffer());
  if (type === 'image/jpeg') return withOrientation(bytes, orientation).buffer as ArrayBuffer;
  return webpWithExif(bytes, orientation).buffer;
}

/** The WebP that a canvas writes (an extended one, for its colour profile) with an EXIF chunk added. */
function webpWithExif(file: Uint8Array, orientation: Orientation) {
  const exif = exifBlock(orientation);
  const whole = concat(file, ascii('EXIF'), new Uint8Array(4), exif);
  const view = new DataView(whole.buffer);
  const hasExif = 8;
  view.setUint8(20, view.getUint8(20) | hasExif);
  view.setUint32(file.length + 4, exif.length, true);
  view.setUint32(4, whole.length - 8, true);
  return whole;
}

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

describe.each(['image/jpeg', 'image/webp'])('decoding %s', (type) => {
  it.each(ORIENTATIONS)('shows EXIF orientation %i upright', async (orientation) => {
    const decoded = await decodePhoto(await photo(type, orientation), 1000);
    expect([decoded.width, decoded.height]).toEqual([WIDTH, HEIGHT]);
    expect(quarterColours(decoded)).toEqual(QUARTERS);
  });

  it.each(ORIENTATIONS)('and so without ImageDecoder, orientation %i', async (orientation) => {
    vi.stubGlobal('ImageDecoder', undefined);
    const decoded = await decodePhoto(await photo(type, orientation), 48);
    expect([decoded.width, decoded.height]).toEqual([48, 32]);
    expect(quarterColours(decoded)).toEqual(QUARTERS);
  });
});

describe('decoding a large photo', () => {
  it.each([1, 6] as const)(
    'scales it down and says how large it was, orientation %i',
    async (orientation) => {
      const decoded = await decodePhoto(await photo('image/jpeg', orientation, 8), 300);
      expect(decoded.original).toEqual({ width: WIDTH * 8, height: HEIGHT * 8 });
      expect(Math.max(decoded.width, decoded.height)).toBeLessThanOrEqual(300);
      expect(decoded.width / decoded.height).toBeCloseTo(WIDTH / HEIGHT, 1);
      expect(quarterColours(decoded)).toEqual(QUARTERS);
    },
  );

  it('never enlarges', async () => {
    expect(await decodePhoto(await photo('image/jpeg', 1), 5000)).toMatchObject({
      width: WIDTH,
      height: HEIGHT,
    });
  });
});

describe('what can not be decoded', () => {
  it('is refused with a reason', async () => {
    await expect(decodePhoto(new TextEncoder().encode('hello').buffer, 100)).rejects.toMatchObject({
      code: 'photo_invalid',
      details: { reason: 'not_an_image' },
    });
  });
});
