// @module-tag long
import { expect, test } from 'vitest';
import type { Sight } from '../../src/domain/sights/sight.ts';
import { makeCarVideo } from '../fixtures/turning-car/video.ts';
import { findAccessibilityProblems } from './accessibility-problems.ts';
import { FPS, good, takenPhotos, useGuidePage } from './guide-camera.ts';

const LEFT: Sight = { kind: 'viewpoint', id: 'left' };
const FRONT: Sight = { kind: 'viewpoint', id: 'front' };
const openCamera = useGuidePage();

test('in <kerbside-capture>, a photo by hand of any view, then one by itself of the next side', async () => {
  const page = await openCamera(await makeCarVideo([good(90)], 'y4m', FPS));
  await page.evaluate((sights) => window.guidePage.openCapture(sights, 'en'), [FRONT, LEFT]);
  const status = page.locator('kerbside-capture [role=status]').last();
  // The camera shows the left side, and the front is wanted.
  await expect.poll(() => status.textContent(), { timeout: 120_000 }).toContain('Walk to the left');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await expect
    .poll(async () => (await takenPhotos(page)).map(({ sight, isAutomatic }) => [sight, isAutomatic]), {
      timeout: 120_000,
    })
    .toEqual([
      ['front', false],
      ['left', true],
    ]);
});
