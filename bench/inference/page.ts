import { fitCanvas } from '../../src/analysis/canvas.ts';
import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';
import type { Capabilities } from '../../src/inference/capabilities.ts';
import { decodeSide } from '../../src/inference/detect.ts';
import { EnginePool } from '../../src/inference/engine-pool.ts';
import { ModelCache } from '../../src/inference/model-cache.ts';
import { ModelLibrary, variantOf } from '../../src/inference/model-library.ts';
import { damageModels } from '../../src/inference/task-models.ts';
import { forgetfulVerdicts } from '../../src/inference/verdicts.ts';
import { browserPlatform } from '../../src/platform/browser.ts';
import { interleaved, type Summary } from '../lib/samples.ts';
import type { BareSetup } from './bare-worker.ts';

export interface InferenceBenchOptions {
  rounds: number;
  photo: { url: string; width: number; height: number };
}

export interface InferenceBenchResult {
  oneThread: { bare: Summary; kerbside: Summary };
  twoThreads: { bare: Summary; kerbside: Summary };
  /** Median milliseconds of each step inside Kerbside's worker, one thread. */
  steps: Record<'decode' | 'prepare' | 'run' | 'interpret', number>;
  longestTask: number;
}

const folder = (path: string) => new URL(path, location.href).href;
const runtimeUrl = folder('/dist/workers/');

declare global {
  interface Window {
    inferenceBench(options: InferenceBenchOptions): Promise<InferenceBenchResult>;
  }
}

window.inferenceBench = async ({ rounds, photo }) => {
  const platform = browserPlatform();
  const cache = new ModelCache({ platform, fetch: (input, init) => fetch(input, init), caches });
  const library = new ModelLibrary(folder('/models/'), cache);
  const { damage: model } = damageModels((await library.manifest()).models) ?? {};
  if (!model) throw new Error('The manifest has no damage model');
  const bytes = await (await fetch(photo.url)).arrayBuffer();
  const longest = watchLongTasks();
  const steps = {
    decode: [] as number[],
    prepare: [] as number[],
    run: [] as number[],
    interpret: [] as number[],
  };

  const measured = async (threads: 1 | 2) => {
    const bare = await bareRuns(model, await library.bytes(variantOf(model, 'int8')), threads, photo);
    const pool = poolOf(library, threads);
    const kerbside = async () => {
      const { value } = await pool.run(model, (worker, key) =>
        worker.detect([{ key, threshold: 0.3 }], bytes),
      );
      const [detection] = value.detections;
      if (threads !== 1 || !detection) return;
      steps.decode.push(value.decodeMs);
      for (const step of ['prepare', 'run', 'interpret'] as const) steps[step].push(detection.times[step]);
    };
    const result = await interleaved({ bare: () => bare.run(bytes), kerbside }, { rounds, warmUp: 4 });
    bare.close();
    pool.close();
    return result;
  };
  const oneThread = await measured(1);
  const twoThreads = await measured(2);
  const medians = Object.fromEntries(Object.entries(steps).map(([step, times]) => [step, median(times)]));
  return { oneThread, twoThreads, steps: medians as InferenceBenchResult['steps'], longestTask: longest() };
};

/** A pool that believes to be on a machine where WASM gets this many threads. */
function poolOf(library: ModelLibrary, threads: 1 | 2): EnginePool {
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
    verdicts: forgetfulVerdicts(),
    device: 'bench',
    createWorker: (engine) => new Worker(`/dist/workers/${engine}.js`, { type: 'module' }),
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
    new Promise<void>((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(message);
    });
  const canvas = fitCanvas(photo.width, photo.height, model.input);
  const setup: BareSetup = {
    runtimeUrl,
    threads,
    model: bytes,
    input: model.input.name,
    dims: [1, 3, canvas.height, canvas.width],
  };
  await send(setup);
  const side = decodeSide(model, photo);
  return { run: (file: ArrayBuffer) => send({ photo: file, side }), close: () => worker.terminate() };
}

function watchLongTasks(): () => number {
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });
  return () => longest;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
