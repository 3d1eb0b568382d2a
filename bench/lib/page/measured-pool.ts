import type { ModelEntry } from '../../../src/analysis/model-manifest.ts';
import { selectVariant } from '../../../src/analysis/model-manifest.ts';
import type { EngineInfo } from '../../../src/inference/engine.ts';
import type { PossibleCandidate } from '../../../src/inference/engines/engine-choice.ts';
import type { EnginePool } from '../../../src/inference/engines/engine-pool.ts';
import type { EngineJob } from '../../../src/inference/engines/engine-workers.ts';
import type { ModelLibrary } from '../../../src/inference/files/model-library.ts';
import { median } from '../../../src/inference/median.ts';
import { readGoldenOutputs } from '../../../src/inference/self-test/golden-outputs.ts';
import { findMismatch } from '../../../src/inference/self-test/self-test.ts';
import type { ModelList } from '../../../src/inference/task-models.ts';
import { WorkerClient } from '../../../src/worker/worker-client.ts';
import type { BenchConfig, BenchMethods } from '../workers/bench-methods.ts';
import type { StepTimes } from '../workers/step-times.ts';
import { WORKERS } from './workers.ts';

export interface MeasuredPoolDeps {
  library: Pick<ModelLibrary, 'loadFile'>;
  config: BenchConfig;
  candidate: PossibleCandidate;
  /** The limit of each job. */
  timeoutMs: number;
}

interface Loaded {
  entry: ModelEntry;
  key: string;
  name: string;
  version: string;
  precision: string;
  bytes: number;
  /** Download from the server of the page, and its SHA-256. */
  loadMs: number;
  sessionMs: number;
}

/** Replaces the library's pool: one engine, one worker, and a timer for each step. */
export class MeasuredPool implements Pick<EnginePool, 'run' | 'runOnAnyEngine'> {
  readonly #deps: MeasuredPoolDeps;
  readonly #client: WorkerClient<BenchMethods>;
  /** In order of loading. */
  readonly loaded: Loaded[] = [];
  facts: EngineInfo | undefined;
  startMs = 0;
  /** The times of the last run, without loading. */
  runMs = 0;
  /** The times of all runs since it was last emptied. */
  readonly history: { times: StepTimes; runMs: number }[] = [];
  times: StepTimes = { before: 0, layout: 0, layoutBefore: 0, models: [], between: 0, after: 0, inRuns: {} };

  constructor(deps: MeasuredPoolDeps) {
    const { candidate, timeoutMs } = deps;
    this.#deps = deps;
    this.#client = new WorkerClient<BenchMethods>({
      name: candidate.engine,
      createWorker: WORKERS[candidate.engine],
      idleMs: 600_000,
      maxRuns: Number.POSITIVE_INFINITY,
      timeoutMs,
    });
  }

  async run<T>(
    models: ModelEntry | ModelList,
    job: EngineJob<T>,
    signal?: AbortSignal,
  ): Promise<{ value: T; engine: EngineInfo }> {
    const engine = this.facts ?? (await this.#start(signal));
    const wanted = 'name' in models ? [models] : models;
    for (const model of wanted) await this.#load(model, signal);
    const [first = '', ...others] = wanted.map((model) => this.#variant(model).sha256);
    const timedJob = async (worker: BenchMethods) => {
      await worker.startTimes();
      const value = await job(worker, first, ...others);
      return { value, times: await worker.endTimes() };
    };
    const [{ value, times }, ms] = await timed(() => this.#client.run(timedJob, { signal }));
    this.times = times;
    this.runMs = ms;
    this.history.push({ times, runMs: ms });
    return { value, engine };
  }

  runOnAnyEngine<T>(job: (worker: BenchMethods) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#client.run(job, { signal });
  }

  /** Terminates the worker. Resolves when it has ended. */
  close(): Promise<void> {
    return this.#client.close();
  }

  /** Runs the self-test of a loaded model. */
  async prove({ entry, key }: Loaded, signal?: AbortSignal) {
    const { golden } = this.#variant(entry);
    const expected = readGoldenOutputs(await this.#deps.library.loadFile(golden, signal), entry);
    const { outputs, runMs } = await this.#client.run((worker) => worker.runSelfTest(key), { signal });
    const wrong = findMismatch(outputs, expected, golden.tolerance);
    const times: number[] = [];
    for (let run = 0; run < 3; run += 1)
      times.push(await this.#client.run((worker) => worker.timeTypicalPhoto(key), { signal }));
    return {
      passed: wrong === undefined,
      reason: wrong ?? 'self-test passed',
      runMs,
      photoMs: median(times),
    };
  }

  async #start(signal?: AbortSignal): Promise<EngineInfo> {
    const { config } = this.#deps;
    const [facts, ms] = await timed(() => this.#client.run((worker) => worker.start(config), { signal }));
    this.facts = facts;
    this.startMs = ms;
    return facts;
  }

  async #load(entry: ModelEntry, signal?: AbortSignal): Promise<void> {
    const { library } = this.#deps;
    const variant = this.#variant(entry);
    const key = variant.sha256;
    if (this.loaded.some((one) => one.key === key)) return;
    const [bytes, loadMs] = await timed(() => library.loadFile(variant, signal));
    const [, sessionMs] = await timed(() =>
      this.#client.run((worker) => worker.load(key, entry, bytes), { signal }),
    );
    const { name, version } = entry;
    const { precision } = variant;
    this.loaded.push({ entry, key, name, version, precision, bytes: bytes.byteLength, loadMs, sessionMs });
  }

  #variant(model: ModelEntry) {
    return selectVariant(model, this.#deps.candidate.precision);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[value: T, ms: number]> {
  const start = performance.now();
  const value = await work();
  return [value, Math.round(100 * (performance.now() - start)) / 100];
}
