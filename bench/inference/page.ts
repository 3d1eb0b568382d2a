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

export interface Measured {
  /** A photo from the page and back. */
  bare: Summary;
  kerbside: Summary;
  /** Median milliseconds inside the workers. */
  bareSession: number;
  steps: Record<Step, number>;
}

export interface InferenceBenchResult {
  oneThread: Measured;
  twoThreads: Measured;
  longestTask: number;
}

const STEPS = ['decode', 'prepare', 'run', 'interpret'] as const;
type Step = (typeof STEPS)[number];

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

  const measured = async (threads: 1 | 2): Promise<Measured> => {
    const bare = await bareRuns(model, await library.bytes(variantOf(model, 'int8')), threads, photo);
    const pool = poolOf(library, threads);
    const sessionTimes: number[] = [];
    const stepTimes: Record<Step, number>[] = [];
    const ways = {
      bare: async () => void sessionTimes.push(await bare.run(bytes)),
      kerbside: async () => {
        const { value } = await pool.run(model, (worker, key) =>
          worker.detect([{ key, threshold: 0.3 }], { image: { id: 'photo', bytes } }),
        );
        for (const { times } of value.detections) stepTimes.push({ decode: value.decodeMs, ...times });
      },
    };
    const whole = await interleaved(ways, { rounds, warmUp: 4 });
    bare.close();
    pool.close();
    const steps = STEPS.map((step) => [step, median(stepTimes.map((times) => times[step]))]);
    return { ...whole, bareSession: median(sessionTimes), steps: Object.fromEntries(steps) };
  };
  const oneThread = await measured(1);
  const twoThreads = await measured(2);
  return { oneThread, twoThreads, longestTask: longest() };
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
    new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
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
