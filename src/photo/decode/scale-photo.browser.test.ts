import { expect, test } from 'vitest';
import { storedPixels, withOrientation } from '../../../test/fixtures/orientation.ts';
import { computeScaledSize } from '../../sync/upload/photo-scaler.ts';
import { readPhotoHeader } from '../header/read-header.ts';
import { scalePhotoInBrowser } from './scale-photo.ts';

const [WIDTH, HEIGHT] = [601, 400];
const MARK = { x: 90, y: 280, side: 40 };

/** A white photo with a black mark, stored rotated by 90 degrees. */
async function photo(): Promise<ArrayBuffer> {
  const data = new Uint8Array(WIDTH * HEIGHT * 3).fill(255);
  for (let y = MARK.y; y < MARK.y + MARK.side; y += 1)
    data.fill(0, (y * WIDTH + MARK.x) * 3, (y * WIDTH + MARK.x + MARK.side) * 3);
  const stored = storedPixels({ data, width: WIDTH, height: HEIGHT }, 6);
  const image = new ImageData(stored.width, stored.height);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1)
    image.data.set([...stored.data.subarray(at * 3, at * 3 + 3), 255], at * 4);
  const canvas = new OffscreenCanvas(stored.width, stored.height);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
  return withOrientation(new Uint8Array(await jpeg.arrayBuffer()), 6).buffer as ArrayBuffer;
}

test('draws a photo upright at the planned size, with every point at its scaled position', async () => {
  const size = computeScaledSize({ width: WIDTH, height: HEIGHT }, 60_000);
  const blob = await scalePhotoInBrowser(await photo(), size, 0.9);
  const header = readPhotoHeader(new Uint8Array(await blob.arrayBuffer()));
  expect(header).toMatchObject({
    ok: true,
    header: { type: 'image/jpeg', orientation: 1, width: size.width, height: size.height },
  });
  const bitmap = await createImageBitmap(blob);
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const brightness = (x: number, y: number) =>
    context?.getImageData(Math.round(x * size.scale), Math.round(y * size.scale), 1, 1).data[0] ?? Number.NaN;
  const middle = MARK.side / 2;
  expect(brightness(MARK.x + middle, MARK.y + middle)).toBeLessThan(40);
  expect(brightness(MARK.x - middle, MARK.y + middle)).toBeGreaterThan(215);
  expect(brightness(MARK.x + middle, MARK.y + 1.5 * MARK.side)).toBeGreaterThan(215);
});
