import type { Kerbside } from 'kerbside';
import { expect, it } from 'vitest';
import type { Orientation } from '../../src/photo/header/read-header.ts';
import { heifContainer } from '../fixtures/heif-container.ts';
import { storedPixels, withOrientation } from '../fixtures/orientation.ts';
import {
  createFreshModel,
  createInspection,
  drawPatchPhoto,
  ModelServer,
  openWithEngines,
  runTask,
} from './support/engine-harness.ts';

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

// Proves fault F21.
it('returns the same detections on the upright photo for all 8 orientations', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const { kerbside } = await openWithEngines({ server: new ModelServer(await createFreshModel()) });
  const upright = await detectViews(kerbside, await drawInOrientation(1));
  expect(upright.map(({ type }) => type)).toEqual(['dent', 'scratch']);
  for (const orientation of ORIENTATIONS) {
    const views = await detectViews(kerbside, await drawInOrientation(orientation));
    expect(views.map(({ type }) => type)).toEqual(['dent', 'scratch']);
    views.forEach(({ box, outline }, n) => {
      for (const [side, at] of Object.entries(box)) {
        expect(
          Math.abs(at - (upright[n]?.box[side] ?? 0)),
          `${side}, orientation ${orientation}`,
        ).toBeLessThan(8);
      }
      outline.forEach((at, corner) => {
        expect(Math.abs(at - (upright[n]?.outline[corner] ?? 0)), `outline, ${orientation}`).toBeLessThan(20);
      });
    });
  }
});

// Proves fault F21.
it('ends the task with photo_invalid if the browser cannot decode a HEIC photo', async () => {
  const { kerbside } = await openWithEngines({ server: new ModelServer(await createFreshModel()) });
  const heic = new Blob([heifContainer({ width: 800, height: 640 })], { type: 'image/heic' });
  const ended = await runTask(kerbside, await createInspection(kerbside, heic));
  expect(ended).toMatchObject({
    status: 'ERROR',
    errors: [{ errorCode: 'photo_invalid', message: expect.stringContaining('HEIC') }],
  });
  expect(await runTask(kerbside, await createInspection(kerbside, await drawPatchPhoto()))).toMatchObject({
    status: 'DONE',
  });
});

/** Returns the boxes and the bounds of the outlines, sorted by type. */
async function detectViews(kerbside: Kerbside, photo: Blob) {
  const { entities } = await runTask(kerbside, await createInspection(kerbside, photo));
  return Object.values(entities.views)
    .map(({ damageId, boundingBox, polygons }) => {
      const ring = polygons?.[0] ?? [];
      const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      return {
        type: entities.damages[damageId]?.damageType ?? '',
        box: { ...boundingBox } as Record<string, number>,
        outline: [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)],
      };
    })
    .toSorted((a, b) => a.type.localeCompare(b.type));
}

/** Draws the photo as a camera in this orientation stores it. */
async function drawInOrientation(orientation: Orientation): Promise<Blob> {
  const bitmap = await createImageBitmap(await drawPatchPhoto());
  const rgba = readPixels(bitmap);
  const data = new Uint8Array(bitmap.width * bitmap.height * 3);
  for (let at = 0; at < data.length / 3; at += 1) data.set(rgba.data.subarray(at * 4, at * 4 + 3), at * 3);
  const stored = storedPixels({ data, width: bitmap.width, height: bitmap.height }, orientation);
  const image = new ImageData(stored.width, stored.height);
  image.data.fill(255);
  for (let at = 0; at < data.length / 3; at += 1)
    image.data.set(stored.data.subarray(at * 3, at * 3 + 3), at * 4);
  const canvas = new OffscreenCanvas(stored.width, stored.height);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return new Blob([withOrientation(new Uint8Array(await jpeg.arrayBuffer()), orientation)], {
    type: 'image/jpeg',
  });
}

function readPixels(bitmap: ImageBitmap): ImageData {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('This browser has no 2D context');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}
