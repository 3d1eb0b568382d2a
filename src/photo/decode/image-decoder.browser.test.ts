import { afterEach, expect, it, vi } from 'vitest';
import { type ColouredHeader, canDecodeFrame, copyAndClose } from './image-decoder.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const ORANGE = [200, 100, 50];
const stored = { BGRX: [50, 100, 200, 0], RGBX: [200, 100, 50, 0] } as const;

const JPEG: ColouredHeader = {
  type: 'image/jpeg',
  width: 64,
  height: 48,
  orientation: 1,
  colourSpace: 'srgb',
};

const hasColourSpaces = typeof VideoFrame === 'function' && 'colorSpace' in ImageData.prototype;

// Chromium decodes JPEGs to BGRX, on Android to RGBX.
it.runIf(hasColourSpaces).each(['BGRX', 'RGBX'] as const)(
  'copies the stored numbers of a JPEG from a frame of %s, with their colour space',
  async (format) => {
    const bytes = Uint8Array.from({ length: 8 * 8 * 4 }, (_, at) => stored[format][at % 4] ?? 0);
    const frame = new VideoFrame(bytes, { format, codedWidth: 8, codedHeight: 8, timestamp: 0 });
    const pixels = await copyAndClose(frame, 'display-p3');
    expect(pixels?.colorSpace).toBe('display-p3');
    expect([...(pixels?.data.subarray(-4) ?? [])]).toEqual([...ORANGE, 255]);
  },
);

it.runIf(typeof ImageDecoder === 'function')(
  'does not use a decoder whose frames cannot be copied',
  async () => {
    vi.spyOn(VideoFrame.prototype, 'copyTo').mockRejectedValue(new TypeError('not supported'));
    const anew = './image-decoder.ts?anew'; // the module caches what it knows about decoders
    const decoder = (await import(/* @vite-ignore */ anew)) as typeof import('./image-decoder.ts');
    expect(await decoder.canDecodeFrame(JPEG)).toBe(false);
  },
);

// Chromium decodes other types at full size, and old versions copy them with red and blue swapped.
it.each(['image/png', 'image/webp'] as const)('decodes no frames of %s', async (type) => {
  expect(await canDecodeFrame({ ...JPEG, type })).toBe(false);
});
