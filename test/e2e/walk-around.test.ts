// @module-tag long
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { serveBuilt } from '../../demo/serve.ts';
import { VIEWPOINTS } from '../../src/domain/enums.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { makeCarVideo, walkAround } from '../fixtures/turning-car/video.ts';
import { createInspection, useDemo } from './demo-driver.ts';
import { findLayoutProblems } from './layout-problems.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The app with the shipped models, which see the sides of the rendered car. */
const folder = await temporaryFolder();
cpSync(inject('demo'), folder.path, { recursive: true });
cpSync(MODELS_FOLDER, join(folder.path, 'kerbside/models'), { recursive: true });
const demo = useDemo(() => serveBuilt({ port: 0, outDir: folder.path }));
afterAll(() => folder.remove());

const FRAMES = 32;
const FPS = 5;
const MINUTES = 60_000;

test(
  'a video of a walk around the car becomes a photo of each of its eight sides',
  async () => {
    const video = await makeCarVideo(walkAround(FRAMES), 'webm', FPS);
    const { page } = await demo.open();
    await createInspection(page);
    await page.getByLabel('Choose a video').setInputFiles(video);
    const review = page.getByRole('dialog', { name: 'Photos of the walk' });
    await review.waitFor({ timeout: 4 * MINUTES });

    const times = await review
      .locator('li[data-at]')
      .evaluateAll((tiles) => tiles.map(({ dataset }) => [dataset.side, Number(dataset.at)]));
    expect(times.map(([side]) => side)).toEqual([...VIEWPOINTS]);
    // The car turns through 360 degrees in the video: the time of a frame is the angle it was rendered from.
    for (const [index, [side, at]] of times.entries()) {
      const angle = (360 * Number(at)) / ((1000 * FRAMES) / FPS);
      const distance = Math.abs(angle - 45 * index);
      expect(Math.min(distance, 360 - distance), `${side} from ${angle} degrees`).toBeLessThanOrEqual(30);
    }
    expect(await findLayoutProblems(page, 'photos of a walk')).toEqual([]);

    await review.getByRole('button', { name: 'Use 8 photos' }).click();
    await page.getByText('8 of 8 sides').waitFor({ timeout: MINUTES });
    await page.getByText('8 of 8 taken').waitFor();
    expect(await findLayoutProblems(page, 'capture after a walk')).toEqual([]);
  },
  10 * MINUTES,
);
