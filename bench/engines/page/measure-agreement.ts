import type { Detection } from '../../../src/analysis/detection/detections.ts';
import type { DetectorEntry } from '../../../src/analysis/model-manifest.ts';
import { compareDetections } from '../../lib/compare-detections.ts';
import type { Agreement, Way } from '../result.ts';
import type { BenchPhoto } from './photos.ts';
import { OpenWay } from './ways.ts';

/**
 * Compares the detections of every way with those of WASM, for each detector that runs on these photos.
 *
 * @param maxSeconds For each way. An engine compiles its shaders for every new canvas, so that photos of many shapes take long.
 */
export async function measureAgreement(
  ways: readonly Way[],
  photos: readonly BenchPhoto[],
  maxSeconds: number,
  onSkipped: (reason: string) => void,
): Promise<Agreement[]> {
  // The most threads: the outputs do not depend on their number.
  const reference = ways.findLast(({ engine }) => engine === 'wasm');
  const compared = ways.filter(({ engine }) => engine !== 'wasm');
  if (!reference || photos.length === 0 || compared.length === 0) return [];
  const wanted = await detectAll(reference, photos, maxSeconds);
  const agreements: Agreement[] = [];
  for (const way of compared) {
    try {
      const actual = await detectAll(way, photos, maxSeconds);
      for (const [name, { model, byPhoto }] of wanted) {
        const others = actual.get(name)?.byPhoto ?? [];
        const pairs = byPhoto.flatMap((detections, index) => {
          const counterpart = others[index];
          return counterpart ? [{ wanted: detections, actual: counterpart }] : [];
        });
        const counts = compareDetections(model, pairs);
        agreements.push({ model: name, way: way.name, photos: pairs.length, ...counts });
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

/** Detects on as many photos as there is time for, with all models on each. */
async function detectAll(
  way: Way,
  photos: readonly BenchPhoto[],
  maxSeconds: number,
): Promise<Map<string, ModelDetections>> {
  const open = new OpenWay(way);
  try {
    const { models } = await open.manifest();
    const detectors = models.filter(
      (model): model is DetectorEntry => model.kind === 'detector' && model.tier !== 'large',
    );
    const found = new Map<string, ModelDetections>(
      detectors.map((model) => [model.name, { model, byPhoto: [] }]),
    );
    const end = performance.now() + 1_000 * maxSeconds;
    for (const { image } of photos) {
      if (performance.now() > end) break;
      const file = { id: image.id, bytes: await image.photo() };
      for (const { model, byPhoto } of found.values()) {
        // Half of the lowest threshold.
        const threshold = Math.min(...model.types.map(({ bestThreshold }) => bestThreshold)) / 2;
        const { value } = await open.pool.run(model, (worker, key) =>
          worker.detect([{ model: key, threshold }], { image: file }),
        );
        byPhoto.push(value.flat());
      }
    }
    return found;
  } finally {
    await open.close();
  }
}
