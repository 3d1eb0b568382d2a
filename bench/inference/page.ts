import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';
import { selectVariant } from '../../src/analysis/model-manifest.ts';
import { createDeviceAnalyzer } from '../../src/inference/device-analyzer.ts';
import type { Capabilities } from '../../src/inference/engines/capabilities.ts';
import { EnginePool } from '../../src/inference/engines/engine-pool.ts';
import type { EngineJob } from '../../src/inference/engines/engine-workers.ts';
import { createMemoryVerdictStore } from '../../src/inference/engines/verdict-store.ts';
import { ModelCache } from '../../src/inference/files/model-cache.ts';
import { ModelLibrary } from '../../src/inference/files/model-library.ts';
import { median } from '../../src/inference/median.ts';
import { findDamageTiers } from '../../src/inference/task-models.ts';
import { detectorCanvases, detectorDecodeSide } from '../../src/inference/tasks/detector.ts';
import { createBrowserPlatform } from '../../src/platform/browser-platform.ts';
import { analysisImage, analysisRequest } from '../lib/analysis-request.ts';
import { MeasuredPool } from '../lib/page/measured-pool.ts';
import { interleaved, type Summary } from '../lib/samples.ts';
import { sumByKind } from '../lib/workers/step-times.ts';
import type { BareSetup } from './bare-worker.ts';

export interface InferenceBenchOptions {
  rounds: number;
  photo: { url: string; width: number; height: number };
  /** How many photos a task has. */
  photos: number;
}

export interface Measured {
  /** One photo, from the page to the worker and back. */
  one: Compared;
  /** Several photos in sequence: their total time. */
  several: Compared;
  /** Median milliseconds per photo inside the workers. */
  bareSession: number;
  steps: Record<Step, number>;
}

export interface Compared {
  bare: Summary;
  kerbside: Summary;
}

export interface InferenceBenchResult {
  oneThread: Measured;
  twoThreads: Measured;
}

const STEPS = ['decode', 'layout', 'run', 'interpret'] as const;
type Step = (typeof STEPS)[number];

const folder = (path: string) => new URL(path, location.href).href;
const runtimeUrl = folder('/dist/workers/');

declare global {
  interface Window {
    inferenceBench(options: InferenceBenchOptions): Promise<InferenceBenchResult>;
  }
}

window.inferenceBench = async ({ rounds, photo, photos }) => {
  const platform = createBrowserPlatform();
  const cache = new ModelCache({ platform, fetch: (input, init) => fetch(input, init), caches });
  const library = new ModelLibrary(folder('/models/'), cache);
  const manifest = await library.manifest();
  const [model] = findDamageTiers(manifest.models) ?? [];
  if (!model) throw new Error('The manifest has no damage model');
  const bytes = await (await fetch(photo.url)).arrayBuffer();
  const images = Array.from({ length: photos }, (_, nth) => ({
    ...analysisImage(bytes, photo),
    id: `photo ${nth}`,
  }));

  const measured = async (threads: 1 | 2): Promise<Measured> => {
    const bare = await bareRuns(model, await library.loadFile(selectVariant(model, 'int8')), threads, photo);
    const pool = createPool(library, threads);
    const measuredPool = createMeasuredPool(library, threads);
    const detect: EngineJob<unknown> = (worker, key) =>
      worker.detect([{ model: key, threshold: 0.3 }], { image: { id: 'photo', bytes } });
    // The bare session runs one model, so the task has one too.
    const onlyDamage = { manifest: async () => ({ ...manifest, models: [model] }) };
    const analyzer = createDeviceAnalyzer({
      library: onlyDamage,
      pool,
      chooseTier: async ([small]) => small,
    });
    const sessionTimes: number[] = [];
    const stepTimes: Record<Step, number>[] = [];
    const ways = {
      bareOne: async () => void sessionTimes.push(await bare.run(bytes)),
      kerbsideOne: () => pool.run(model, detect),
      kerbsideSteps: async () => {
        await measuredPool.run(model, detect);
        stepTimes.push(sumByKind(measuredPool.times));
      },
      bareSeveral: async () => {
        for (const { photo: read } of images) await bare.run(await read());
      },
      kerbsideSeveral: async () => {
        const { signal } = new AbortController();
        const [first = analysisImage(bytes, photo)] = images;
        await analyzer.analyze({ ...analysisRequest('damage_detection', first, signal), images });
      },
    };
    const took = await interleaved(ways, { rounds, warmUp: 2 });
    bare.close();
    await pool.close();
    await measuredPool.close();
    const steps = STEPS.map((step) => [step, median(stepTimes.map((times) => times[step]))]);
    return {
      one: { bare: took.bareOne, kerbside: took.kerbsideOne },
      several: { bare: took.bareSeveral, kerbside: took.kerbsideSeveral },
      bareSession: median(sessionTimes),
      steps: Object.fromEntries(steps),
    };
  };
  return { oneThread: await measured(1), twoThreads: await measured(2) };
};

/** Creates a pool on capabilities with which WASM gets this number of threads. */
function createPool(library: ModelLibrary, threads: 1 | 2): EnginePool {
  const capabilities: Capabilities = {
    simd: true,
    threads: true,
    crossOriginIsolated: true,
    cores: threads + 1,
  };
  return new EnginePool({
    library,
    runtimeUrl,
    capabilities: async () => capabilities,
    verdicts: createMemoryVerdictStore(),
    userAgent: 'bench',
    createWorker: (engine) => new Worker(`/dist/workers/${engine}.js`, { type: 'module' }),
  });
}

/** Creates a pool that measures the steps of a photo. */
function createMeasuredPool(library: ModelLibrary, threads: 1 | 2): MeasuredPool {
  return new MeasuredPool({
    library,
    config: { runtimeUrl, threads },
    candidate: { engine: 'wasm', precision: 'int8', possible: true, reason: '' },
    timeoutMs: 120_000,
  });
}

async function bareRuns(
  model: DetectorEntry,
  bytes: ArrayBuffer,
  threads: number,
  photo: InferenceBenchOptions['photo'],
) {
  const worker = new Worker(new URL('./bare-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: unknown) =>
    new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(message);
    });
  const setup: BareSetup = {
    runtimeUrl,
    threads,
    model: bytes,
    input: model.input.name,
    canvases: detectorCanvases(model, photo),
  };
  await send(setup);
  const side = detectorDecodeSide({ entry: model }, photo);
  return { run: (file: ArrayBuffer) => send({ photo: file, side }), close: () => worker.terminate() };
}
