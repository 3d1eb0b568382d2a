import { expect, it } from 'vitest';
import { copyAndClose } from './image-decoder.ts';

const ORANGE = [200, 100, 50];
const stored = { BGRX: [50, 100, 200, 0], RGBX: [200, 100, 50, 0] } as const;

const hasColourSpaces = typeof VideoFrame === 'function' && 'colorSpace' in ImageData.prototype;

// Chromium decodes JPEGs to BGRX, on Android to RGBX.
it.runIf(hasColourSpaces).each(['BGRX', 'RGBX'] as const)(
  'copies the stored numbers of a JPEG from a frame of %s, with their colour space',
  async (format) => {
    const bytes = Uint8Array.from({ length: 8 * 8 * 4 }, (_, at) => stored[format][at % 4] ?? 0);
    const frame = new VideoFrame(bytes, { format, codedWidth: 8, codedHeight: 8, timestamp: 0 });
    const pixels = await copyAndClose(frame, { type: 'image/jpeg', colourSpace: 'display-p3' });
    expect(pixels?.colorSpace).toBe('display-p3');
    expect([...(pixels?.data.subarray(-4) ?? [])]).toEqual([...ORANGE, 255]);
  },
);
