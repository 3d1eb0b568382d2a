import type { Detection } from '../../../src/analysis/detection/detections.ts';
import type { DetectorEntry } from '../../../src/analysis/model-manifest.ts';
import type { Agreement, Way } from '../result.ts';
import { compareDetections } from './compare-detections.ts';
import type { BenchPhoto } from './photos.ts';
import { OpenWay } from './ways.ts';

/** Compares the detections of every way with those of WASM, for each detector that runs on these photos. */
export async function measureAgreement(
  ways: readonly Way[],
  photos: readonly BenchPhoto[],
  onSkipped: (reason: string) => void,
): Promise<Agreement[]> {
  // The most threads: the outputs do not depend on their number.
  const reference = ways.findLast(({ engine }) => engine === 'wasm');
  const others = ways.filter(({ engine }) => engine !== 'wasm');
  if (!reference || photos.length === 0 || others.length === 0) return [];
  const wanted = await detectAll(reference, photos);
  const agreements: Agreement[] = [];
  for (const way of others) {
    try {
      const actual = await detectAll(way, photos);
      for (const [name, { model, byPhoto }] of wanted) {
        const pairs = byPhoto.map((detections, index) => ({
          wanted: detections,
          actual: actual.get(name)?.byPhoto[index] ?? [],
        }));
        const counts = compareDetections(model, pairs);
        agreements.push({ model: name, way: way.name, photos: photos.length, ...counts });
      }
    } catch (error) {
      onSkipped(`agreement of ${way.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return agreements;
}

interface ModelDetections {
  model: DetectorEntry;
  byPhoto: Detection[][];
}

async function detectAll(way: Way, photos: readonly BenchPhoto[]): Promise<Map<string, ModelDetections>> {
  const open = new OpenWay(way);
  try {
    const { models } = await open.manifest();
    const detectors = models.filter(
      (model): model is DetectorEntry => model.kind === 'detector' && model.tier !== 'large',
    );
    const found = new Map<string, ModelDetections>();
    for (const model of detectors) {
      // Half of the lowest threshold.
      const threshold = Math.min(...model.types.map(({ bestThreshold }) => bestThreshold)) / 2;
      const byPhoto: Detection[][] = [];
      for (const { image } of photos) {
        const file = { id: image.id, bytes: await image.photo() };
        const { value } = await open.pool.run(model, (worker, key) =>
          worker.detect([{ key, threshold }], { image: file }),
        );
        byPhoto.push(value.results[0]?.detections ?? []);
      }
      found.set(model.name, { model, byPhoto });
    }
    return found;
  } finally {
    open.close();
  }
}
