import type { DetectorEntry } from '../../../src/analysis/model-manifest.ts';
import type { AnalysisImage, Analyzer } from '../../../src/domain/analyzer.ts';
import { analysisRequest } from '../../lib/analysis-request.ts';
import type { Growth, MemorySample, Way } from '../result.ts';
import type { BenchPhoto } from './photos.ts';
import { OpenWay } from './ways.ts';

/** Photos between two measurements. After the first ones, sessions, shaders and buffers exist. */
const INTERVAL = 50;

/**
 * Measures the memory while one way analyzes many photos with one worker.
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
    const analyze = (image: AnalysisImage) =>
      model ? detect(open, model, image) : open.run('damage_detection', image);
    return { way: `${way.name}, one worker`, ...(await analyzeMany(photos, count, analyze)) };
  } finally {
    await open.close();
  }
}

/** Measures the memory while an app analyzes many photos. Its workers are replaced. */
export async function measureAppGrowth(
  analyzer: Analyzer,
  photos: readonly BenchPhoto[],
  count: number,
): Promise<Omit<Growth, 'workers'>> {
  const { signal } = new AbortController();
  const analyze = async (image: AnalysisImage) =>
    void (await analyzer.analyze(analysisRequest('damage_detection', image, signal)));
  return { way: 'auto', ...(await analyzeMany(photos, count, analyze)) };
}

async function analyzeMany(
  photos: readonly BenchPhoto[],
  count: number,
  analyze: (image: AnalysisImage) => Promise<void>,
): Promise<Pick<Growth, 'photos' | 'afterFirst' | 'afterLast' | 'samples'>> {
  const measured: { megabytes: number; sample: MemorySample }[] = [];
  for (let photo = 1; photo <= count; photo += 1) {
    const image = photos[photo % photos.length]?.image;
    if (image) await analyze({ ...image, id: `${image.id} ${photo}` });
    if (photo % INTERVAL === 0) measured.push(await measureMemory(photo));
  }
  return {
    photos: count,
    afterFirst: measured[0]?.megabytes ?? Number.NaN,
    afterLast: measured.at(-1)?.megabytes ?? Number.NaN,
    samples: measured.map(({ sample }) => sample),
  };
}

async function detect(open: OpenWay, name: string, { id, photo }: AnalysisImage): Promise<void> {
  const image = { id, bytes: await photo() };
  const { models } = await open.manifest();
  const isWanted = (model: { name: string; kind: string }): model is DetectorEntry =>
    model.name === name && model.kind === 'detector';
  const model = models.find(isWanted);
  if (!model) throw new Error(`The manifest lists no detector ${name}`);
  await open.pool.run(model, (worker, key) => worker.detect([{ model: key, threshold: 0.3 }], { image }));
}

interface MeasuredPerformance extends Performance {
  measureUserAgentSpecificMemory?(): Promise<{ bytes: number }>;
  memory?: { usedJSHeapSize: number };
}

/**
 * Measures page and workers. Headless Chromium cannot: there, the server of the page returns the memory of the browser's
 * processes and of the GPU, in bytes.
 */
async function measureMemory(photos: number): Promise<{ megabytes: number; sample: MemorySample }> {
  const { memory, measureUserAgentSpecificMemory } = performance as MeasuredPerformance;
  const pageHeap = memory && { pageHeap: memory.usedJSHeapSize / 1e6 };
  try {
    const { renderer, gpuProcess, gpu } = await (await fetch('/memory')).json();
    const sample = { renderer: renderer / 1e6, gpuProcess: gpuProcess / 1e6, gpu: gpu / 1e6 };
    return { megabytes: renderer / 1e6, sample: { photos, ...pageHeap, ...sample } };
  } catch (error) {
    if (!measureUserAgentSpecificMemory) throw error;
    const { bytes } = await measureUserAgentSpecificMemory.call(performance);
    return { megabytes: bytes / 1e6, sample: { photos, ...pageHeap } };
  }
}
