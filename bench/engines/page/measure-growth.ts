import type { DetectorEntry } from '../../../src/analysis/model-manifest.ts';
import type { AnalysisImage } from '../../../src/domain/analyzer.ts';
import type { Growth, Way } from '../result.ts';
import type { BenchPhoto } from './photos.ts';
import { OpenWay } from './ways.ts';

/** Photos before the memory is measured first: sessions, shaders and buffers exist then. */
const FIRST_PHOTOS = 50;

/**
 * Measures the memory of page and workers while one way analyzes many photos with one worker.
 *
 * @param model Only this detector runs. By default, the whole task.
 */
export async function measureGrowth(
  way: Way,
  photos: readonly BenchPhoto[],
  count: number,
  model?: string,
): Promise<Growth> {
  const open = new OpenWay(way);
  try {
    let afterFirst = Number.NaN;
    for (let photo = 0; photo < count; photo += 1) {
      const image = photos[photo % photos.length]?.image;
      if (image && model) await detect(open, model, { ...image, id: `${photo}` });
      else if (image) await open.run('damage_detection', image);
      if (photo === FIRST_PHOTOS - 1) afterFirst = await measureMegabytes();
    }
    return { way: way.name, photos: count, afterFirst, afterLast: await measureMegabytes() };
  } finally {
    open.close();
  }
}

async function detect(open: OpenWay, name: string, { id, photo }: AnalysisImage): Promise<void> {
  const image = { id, bytes: await photo() };
  const { models } = await open.manifest();
  const isWanted = (model: { name: string; kind: string }): model is DetectorEntry =>
    model.name === name && model.kind === 'detector';
  const model = models.find(isWanted);
  if (!model) throw new Error(`The manifest lists no detector ${name}`);
  await open.pool.run(model, (worker, key) => worker.detect([{ key, threshold: 0.3 }], { image }));
}

/**
 * Returns the memory of page and workers. Headless Chromium cannot measure it: there, the server of the page returns that of
 * the browser's processes as `{ bytes }`.
 */
async function measureMegabytes(): Promise<number> {
  const { measureUserAgentSpecificMemory } = performance as Performance & {
    measureUserAgentSpecificMemory?(): Promise<{ bytes: number }>;
  };
  const measure = () =>
    measureUserAgentSpecificMemory?.call(performance) ?? Promise.reject(new Error('absent'));
  const { bytes } = await measure().catch(async () => (await fetch('/memory')).json());
  return bytes / 1e6;
}
