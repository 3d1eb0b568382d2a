// @module-tag long
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawGoldenPicture } from '../../src/inference/self-test/golden-picture.ts';
import { analysePhotos } from './analyse-photos.ts';

const setup = {
  manifest: 'models/manifest.json',
  model: 'damage',
  precision: 'int8',
  native: false,
  threshold: 0.01,
  crops: [0],
} as const;

// Starting worker threads with a model each takes a while on a busy machine.
describe('analysePhotos', { timeout: 90_000 }, () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-eval-'));
    const { data, width, height, channels } = drawGoldenPicture(64);
    await sharp(data, { raw: { width, height, channels } }).png().toFile(join(folder, 'picture.png'));
    await writeFile(join(folder, 'broken.jpg'), 'not a photo');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('runs the shipped model over photos and reports progress', async () => {
    const steps: number[] = [];
    const paths = [join(folder, 'picture.png'), join(folder, 'picture.png')];
    const { runs, seconds } = await analysePhotos(paths, setup, 2, (done) => steps.push(done));
    expect(steps).toEqual([1, 2]);
    expect(runs[0]?.[0]?.detections).toEqual(runs[1]?.[0]?.detections);
    expect(seconds).toBeGreaterThan(0);
  });

  it('names the photo that it cannot read', async () => {
    await expect(analysePhotos([join(folder, 'broken.jpg')], setup, 1, () => {})).rejects.toThrow(
      /broken\.jpg/,
    );
  });
});
