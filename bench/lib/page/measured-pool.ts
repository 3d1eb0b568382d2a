import type { ModelEntry } from '../../../src/analysis/model-manifest.ts';
import { selectVariant } from '../../../src/analysis/model-manifest.ts';
import type { EngineInfo } from '../../../src/inference/engine.ts';
import type { PossibleCandidate } from '../../../src/inference/engines/engine-choice.ts';
import { median } from '../../../src/inference/engines/engine-pace.ts';
import type { EnginePool } from '../../../src/inference/engines/engine-pool.ts';
import type { EngineJob } from '../../../src/inference/engines/engine-workers.ts';
import type { ModelLibrary } from '../../../src/inference/files/model-library.ts';
import { readGoldenOutputs } from '../../../src/inference/self-test/golden-outputs.ts';
import { findMismatch } from '../../../src/inference/self-test/self-test.ts';
import type { ModelList } from '../../../src/inference/tasks/task-models.ts';
import type { WorkerClient } from '../../../src/worker/worker-client.ts';
import type { BenchConfig, BenchMethods } from '../workers/bench-methods.ts';
import type { StepTimes } from '../workers/step-times.ts';

export interface MeasuredPoolDeps {
  client: WorkerClient<BenchMethods>;
  library: Pick<ModelLibrary, 'loadFile'>;
  config: BenchConfig;
  candidate: PossibleCandidate;
  now(): number;
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
    this.#deps = deps;
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
    const [{ value, times }, ms] = await this.#timed(() => this.#deps.client.run(timedJob, { signal }));
    this.times = times;
    this.runMs = ms;
    this.history.push({ times, runMs: ms });
    return { value, engine };
  }

  runOnAnyEngine<T>(job: (worker: BenchMethods) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#deps.client.run(job, { signal });
  }

  /** Runs the self-test of a loaded model. */
  async prove({ entry, key }: Loaded, signal?: AbortSignal) {
    const { golden } = this.#variant(entry);
    const expected = readGoldenOutputs(await this.#deps.library.loadFile(golden, signal), entry);
    const { client } = this.#deps;
    const { outputs, runMs } = await client.run((worker) => worker.runSelfTest(key), { signal });
    const wrong = findMismatch(outputs, expected, golden.tolerance);
    const times: number[] = [];
    for (let run = 0; run < 3; run += 1)
      times.push(await client.run((worker) => worker.timeTypicalPhoto(key), { signal }));
    return {
      passed: wrong === undefined,
      reason: wrong ?? 'self-test passed',
      runMs,
      photoMs: median(times),
    };
  }

  async #start(signal?: AbortSignal): Promise<EngineInfo> {
    const { client, config } = this.#deps;
    const [facts, ms] = await this.#timed(() => client.run((worker) => worker.start(config), { signal }));
    this.facts = facts;
    this.startMs = ms;
    return facts;
  }

  async #load(entry: ModelEntry, signal?: AbortSignal): Promise<void> {
    const { client, library } = this.#deps;
    const variant = this.#variant(entry);
    const key = variant.sha256;
    if (this.loaded.some((one) => one.key === key)) return;
    const [bytes, loadMs] = await this.#timed(() => library.loadFile(variant, signal));
    const [, sessionMs] = await this.#timed(() =>
      client.run((worker) => worker.load(key, entry, bytes), { signal }),
    );
    const { name, version } = entry;
    const { precision } = variant;
    this.loaded.push({ entry, key, name, version, precision, bytes: bytes.byteLength, loadMs, sessionMs });
  }

  #variant(model: ModelEntry) {
    return selectVariant(model, this.#deps.candidate.precision);
  }

  async #timed<T>(work: () => Promise<T>): Promise<[value: T, ms: number]> {
    const start = this.#deps.now();
    const value = await work();
    return [value, Math.round(100 * (this.#deps.now() - start)) / 100];
  }
}
