import type { Page } from 'playwright';
import { launch } from '../../../test/e2e/pages/field-browser.ts';
import { serveModules } from '../../../test/e2e/serve.ts';
import { ensureBuilt } from '../../../test/fixtures/built.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import type { EvalArguments } from '../arguments.ts';
import { DEFAULT_DATA, findLabelledSide, readLabelled } from '../guide/labelled-photos.ts';
import { createProgress } from '../progress.ts';
import { isRejected } from './assess-photo.ts';
import type { ChosenFrame, WalkResult } from './page.ts';
import { planWalks, type SidePhoto } from './plan-walks.ts';
import { type ChosenPhoto, createWalkFigures, describeWalks } from './walk-figures.ts';
import { createWalkVideo, findPhotoAt } from './walk-video.ts';

const SEED = 1;
/** All photos of the sides with the fewest. A walk takes half a minute of processor time. */
const DEFAULT_WALKS = 6;

/**
 * Plays real photos as videos of walks around a car, reads each file in Chromium as the product does, and prints whether the photos
 * that it chooses show their side and are good.
 */
export async function evaluateWalk(options: EvalArguments): Promise<void> {
  const photos = (await readLabelled(options)).flatMap((record): SidePhoto[] => {
    const side = findLabelledSide(record);
    return side ? [{ path: record.path, side }] : [];
  });
  if (photos.length === 0) throw new Error(`${DEFAULT_DATA} is absent. Pass labelled photos with --data.`);
  const walks = planWalks(photos, seededRandom(SEED)).slice(0, options.limit ?? DEFAULT_WALKS);
  ensureBuilt();
  const files: Record<string, Uint8Array> = {};
  const served = await serveModules(files);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${served.url}/page?module=/bench/eval/walk/page.ts`);
    await page.waitForFunction(() => 'walkPage' in window);
    const progress = createProgress(walks.length);
    const results: PlayedWalk[] = [];
    for (const [nth, walk] of walks.entries()) {
      files['/walk.webm'] = await createWalkVideo(walk, SEED + nth);
      results.push(await playWalk(page, walk));
      progress(nth + 1);
    }
    const figures = createWalkFigures(results);
    console.log(options.json ? JSON.stringify(figures) : describeWalks(figures));
  } finally {
    await browser.close();
    await served.close();
  }
}

interface PlayedWalk extends Pick<WalkResult, 'frames' | 'poorFrames'> {
  shown: number;
  chosen: ChosenPhoto[];
}

async function playWalk(page: Page, walk: readonly SidePhoto[]): Promise<PlayedWalk> {
  const { frames, poorFrames, sides } = await page.evaluate(() => window.walkPage.read('/walk.webm'));
  const chosen = await Promise.all(sides.map((frame) => toChosenPhoto(frame, walk)));
  return { frames, poorFrames, shown: walk.length, chosen };
}

async function toChosenPhoto(
  { side, at, isMarked, neighbours, photo }: ChosenFrame,
  walk: readonly SidePhoto[],
): Promise<ChosenPhoto> {
  const shown = findPhotoAt(walk, at);
  if (!shown) throw new Error(`The walk shows no photo at ${at} ms.`);
  return {
    side,
    labelled: shown.side,
    path: shown.path,
    isPoor: await isRejected(Uint8Array.from(photo).buffer),
    isMarked,
    neighbours,
  };
}
