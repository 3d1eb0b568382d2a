// @module-tag long
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { filterByTypeThreshold, lowestThreshold } from '../../src/analysis/detection/detections.ts';
import { checkCoverage } from '../../src/analysis/parts/coverage.ts';
import { predictViewpoint } from '../../src/analysis/parts/viewpoint.ts';
import { VIEWPOINTS } from '../../src/domain/enums.ts';
import { Detector } from '../../src/inference/tasks/detector.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { renderTurningCar } from '../fixtures/turning-car/render-car.ts';
import { makeCarVideo, walkAround } from '../fixtures/turning-car/video.ts';

const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
afterAll(() => models.dispose());

test('the part model sees the whole rendered car, and which side of it, from all eight viewpoints', async () => {
  const entry = (await models.loadManifest()).models.find(({ name }) => name === 'parts');
  if (entry?.kind !== 'detector') throw new Error('There is no part model.');
  const detector = new Detector(entry, (await models.load(entry)).session);
  for (const [index, viewpoint] of VIEWPOINTS.entries()) {
    const { data, ...size } = renderTurningCar({ angle: 45 * index, width: 480, height: 360 });
    const raw = await sharp(data, { raw: { ...size, channels: 3 } })
      .ensureAlpha()
      .raw()
      .toBuffer();
    const photo = { ...size, data: new Uint8ClampedArray(raw), original: size };
    const { detections } = await detector.detect(photo, lowestThreshold(entry));
    const parts = filterByTypeThreshold(detections, entry);
    expect([viewpoint, predictViewpoint(parts)?.prediction]).toEqual([viewpoint, viewpoint]);
    expect(checkCoverage(parts, size, viewpoint).reasons).toEqual([]);
  }
});

test('a video of the car has its frames in a fixed order and size', async () => {
  const views = walkAround(2, { width: 64, height: 48, frames: 2, blur: 0.5 });
  const y4m = readFileSync(await makeCarVideo(views, 'y4m', 5));
  expect(y4m.subarray(0, 40).toString()).toContain('YUV4MPEG2 W64 H48 F5:1');
  expect(y4m.toString('latin1').split('FRAME\n')).toHaveLength(1 + 4);
  const webm = readFileSync(await makeCarVideo(views, 'webm', 5));
  // The start code of a VP8 key frame, then width and height.
  expect(webm.toString('latin1').split('\x9d\x01\x2a\x40\x00\x30\x00')).toHaveLength(1 + 4);
});
