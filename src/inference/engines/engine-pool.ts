import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import { selectVariant } from '../../analysis/model-manifest.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import type { ModelList } from '../tasks/task-models.ts';
import { ENGINE_NAMES, type EngineInfo, type EngineName } from './engine.ts';
import {
  type EngineCandidate,
  type EngineConstraints,
  type EngineVerdict,
  type EngineVerdicts,
  listCandidates,
  type PossibleCandidate,
  rankCandidates,
} from './engine-choice.ts';
import type { EngineMethods } from './engine-methods.ts';
import { type EngineJob, EngineWorkers, type EngineWorkersDeps, isEngineFailure } from './engine-workers.ts';
import { readGoldenOutputs } from './golden-outputs.ts';
import { RUNTIMES } from './runtimes.ts';
import { findMismatch } from './self-test.ts';
import type { VerdictStore } from './verdict-store.ts';

export interface EnginePoolDeps extends EngineWorkersDeps, EngineConstraints {
  library: ModelLibrary;
  verdicts: VerdictStore;
  /** Identifies the browser version. A verdict depends on it, on the GPU, the model and the runtime. */
  userAgent: string;
  onDowngrade?(event: { model: string; engine: EngineName; reason: string }): void;
}

/**
 * Runs jobs on the best engine that passed the model's self-test; engine-choice.ts decides which one that is.
 *
 * An engine that fails gets one new worker. If it fails again, the job goes to the next engine, and the failed engine is
 * not used again until the page is reloaded. If no engine is left, the job fails, and the next job tries all of them
 * again.
 */
export class EnginePool {
  readonly #deps: EnginePoolDeps;
  readonly #workers: EngineWorkers;
  readonly #rankings = new Map<string, Promise<PossibleCandidate[]>>();
  /** The reasons of failed engines, by model and engine. */
  readonly #failures = new Map<string, unknown>();

  constructor(deps: EnginePoolDeps) {
    this.#deps = deps;
    this.#workers = new EngineWorkers(deps);
  }

  /**
   * Runs a job.
   *
   * @param models The model or models that the job needs. They run on the same engine.
   * @throws KerbsideError the failure of the last engine, or `unsupported` if no engine passed the self-test.
   */
  async run<T>(
    models: ModelEntry | ModelList,
    job: EngineJob<T>,
    signal?: AbortSignal,
  ): Promise<{ value: T; engine: EngineInfo }> {
    const list: ModelList = 'name' in models ? [models] : models;
    const [model] = list;
    for (const candidate of await this.#rankSharedEngines(list, signal)) {
      if (this.#failures.has(failureKey(model, candidate))) continue;
      try {
        const runMs = await this.#expectedRunMs(candidate, list);
        return await retryOnce(() => this.#workers.run(candidate, list, job, { signal, runMs }));
      } catch (error) {
        if (!isEngineFailure(error)) throw error;
        this.#markFailed(model, candidate, this.#workers.explainFailure(candidate.engine, error));
      }
    }
    throw this.#createFailure(list);
  }

  /** Returns the engines that passed the model's self-test, best first. Runs self-tests without a stored verdict. */
  async rankEngines(model: ModelEntry, signal?: AbortSignal): Promise<PossibleCandidate[]> {
    const { name } = model;
    const ranking = this.#rankings.get(name) ?? this.#rankAgain(model, signal);
    this.#rankings.set(name, ranking);
    const forget = () => this.#rankings.get(name) === ranking && this.#rankings.delete(name);
    try {
      const ranked = await ranking;
      // Being offline is temporary. Wrong outputs are permanent, but they have a stored verdict.
      if (this.#haveAllFailed(model, ranked)) forget();
      return ranked;
    } catch (error) {
      forget();
      // The caller that started the ranking aborted it. Start again for this caller.
      if (isKerbsideError(error, 'aborted') && !signal?.aborted) return this.rankEngines(model, signal);
      throw error;
    }
  }

  /**
   * Returns the same as `rankEngines`, at least one engine.
   *
   * @throws KerbsideError the failure of the last engine, or `unsupported` if no engine passed the self-test.
   */
  async requireEngines(model: ModelEntry, signal?: AbortSignal): Promise<PossibleCandidate[]> {
    const ranked = await this.rankEngines(model, signal);
    if (this.#haveAllFailed(model, ranked)) throw this.#createFailure([model]);
    return ranked;
  }

  /** Returns the same as `rankEngines` from stored verdicts: fetches and runs nothing. */
  rankKnownEngines(model: ModelEntry): Promise<PossibleCandidate[]> {
    return this.#rankBy((candidate) => this.getVerdict(model, candidate));
  }

  async listCandidates(): Promise<EngineCandidate[]> {
    return listCandidates(await this.#deps.capabilities(), this.#deps);
  }

  async getVerdict(model: ModelEntry, candidate: PossibleCandidate): Promise<EngineVerdict | undefined> {
    const key = await this.#verdictKey(model, candidate);
    return this.#deps.verdicts.get(key).catch(() => undefined);
  }

  /**
   * Returns how long a detector runs on a photo on its best engine, in milliseconds. Measures it once per device.
   *
   * @returns undefined if no engine can run the model.
   */
  async measurePhotoMs(model: DetectorEntry, signal?: AbortSignal): Promise<number | undefined> {
    const ranked = await this.rankEngines(model, signal);
    const best = ranked.find((candidate) => !this.#failures.has(failureKey(model, candidate)));
    if (!best) return undefined;
    const verdict = await this.getVerdict(model, best);
    if (verdict?.photoMs !== undefined) return verdict.photoMs;
    try {
      const time = () =>
        this.#workers.run(best, [model], (worker, key) => worker.timePhoto(key), {
          signal,
          runMs: verdict?.runMs,
        });
      const { value: photoMs } = await retryOnce(time);
      const key = await this.#verdictKey(model, best);
      if (verdict) await this.#deps.verdicts.put(key, { ...verdict, photoMs }).catch(() => {});
      return photoMs;
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      this.#markFailed(model, best, this.#workers.explainFailure(best.engine, error));
      return undefined;
    }
  }

  /** Returns the same as `measurePhotoMs` from stored verdicts: fetches and runs nothing. */
  async getPhotoMs(model: DetectorEntry): Promise<number | undefined> {
    const [best] = await this.rankKnownEngines(model);
    return best && (await this.getVerdict(model, best))?.photoMs;
  }

  /** Runs a job that needs no model on any engine that has a worker. */
  runOnAnyEngine<T>(job: (worker: EngineMethods) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { forcedEngine, hasWorker } = this.#deps;
    const available = (['wasm', 'tfjs', 'webgpu'] as const).find((engine) => hasWorker?.(engine) !== false);
    const engine = forcedEngine ?? available ?? 'wasm';
    return retryOnce(() => this.#workers.runWithoutModel(engine, job, signal));
  }

  close(): void {
    this.#workers.close();
    this.#deps.verdicts.close();
  }

  /** Returns the ranking of the first model, without engines on which another model failed its self-test. */
  async #rankSharedEngines([model, ...others]: ModelList, signal?: AbortSignal) {
    let shared = await this.rankEngines(model, signal);
    for (const other of others) {
      const passed = await this.rankEngines(other, signal);
      shared = shared.filter(({ engine }) => passed.some((candidate) => candidate.engine === engine));
    }
    return shared;
  }

  /** Forgets earlier failures: memory or a network may be available again. */
  #rankAgain(model: ModelEntry, signal?: AbortSignal): Promise<PossibleCandidate[]> {
    for (const engine of ENGINE_NAMES) this.#failures.delete(failureKey(model, { engine }));
    return this.#rankBy((candidate) => this.#selfTest(model, candidate, signal));
  }

  async #rankBy(
    findVerdict: (candidate: PossibleCandidate) => Promise<EngineVerdict | undefined>,
  ): Promise<PossibleCandidate[]> {
    const possible = (await this.listCandidates()).filter((candidate) => candidate.possible);
    const verdicts: EngineVerdicts = {};
    for (const candidate of possible) {
      const verdict = await findVerdict(candidate);
      if (verdict) verdicts[candidate.engine] = verdict;
    }
    return this.#deps.forcedEngine ? possible : rankCandidates(possible, verdicts);
  }

  /** Returns the stored verdict, or runs the self-test and stores its verdict. */
  async #selfTest(
    model: ModelEntry,
    candidate: PossibleCandidate,
    signal?: AbortSignal,
  ): Promise<EngineVerdict> {
    const stored = await this.getVerdict(model, candidate);
    if (stored) return stored;
    const { golden } = selectVariant(model, candidate.precision);
    const expected = readGoldenOutputs(await this.#deps.library.loadFile(golden, signal), model);
    try {
      const run = () =>
        this.#workers.run(candidate, [model], (worker, key) => worker.runSelfTest(key), { signal });
      const { outputs, runMs } = (await retryOnce(run)).value;
      const mismatch = findMismatch(outputs, expected, golden.tolerance);
      const passed = mismatch === undefined;
      const reason = passed ? 'self-test passed' : `self-test failed: ${mismatch}`;
      const verdict = { passed, reason, runMs };
      await this.#deps.verdicts.put(await this.#verdictKey(model, candidate), verdict).catch(() => {});
      // A forced engine is used even if its outputs are wrong. `engines()` reports the verdict.
      if (!passed && !this.#deps.forcedEngine) this.#markFailed(model, candidate, reason);
      return verdict;
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      // Not stored: a worker that could not be loaded or ran out of memory today may work tomorrow.
      const failure = this.#workers.explainFailure(candidate.engine, error);
      this.#markFailed(model, candidate, failure);
      return { passed: false, reason: messageOf(failure) };
    }
  }

  #haveAllFailed(model: ModelEntry, ranked: readonly PossibleCandidate[]): boolean {
    return ranked.every((candidate) => this.#failures.has(failureKey(model, candidate)));
  }

  /** Returns the time of one run of all models, or undefined if one of them is unknown. */
  async #expectedRunMs(candidate: PossibleCandidate, models: ModelList): Promise<number | undefined> {
    const verdicts = await Promise.all(models.map((model) => this.getVerdict(model, candidate)));
    return verdicts.reduce((sum, verdict) => sum + (verdict?.runMs ?? Number.NaN), 0) || undefined;
  }

  #markFailed(model: ModelEntry, candidate: PossibleCandidate, reason: unknown): void {
    this.#failures.set(failureKey(model, candidate), reason);
    this.#deps.onDowngrade?.({ model: model.name, engine: candidate.engine, reason: messageOf(reason) });
  }

  /** Returns the error of a job that no engine could run. The next job ranks the engines again. */
  #createFailure(models: ModelList): Error {
    for (const { name } of models) this.#rankings.delete(name);
    let failure: Error | undefined;
    for (const [key, reason] of this.#failures) {
      if (reason instanceof Error && models.some(({ name }) => key.startsWith(`${name}:`))) failure = reason;
    }
    return failure ?? createNoEngineError(models[0]);
  }

  async #verdictKey(model: ModelEntry, { engine, precision }: PossibleCandidate): Promise<string> {
    const { version } = RUNTIMES[engine];
    const { webgpu, webgl2 } = await this.#deps.capabilities();
    const gpu = { webgpu: webgpu?.adapter, wasm: undefined, tfjs: webgl2?.renderer }[engine] ?? '';
    return [engine, version, selectVariant(model, precision).sha256, this.#deps.userAgent, gpu].join('|');
  }
}

const failureKey = (model: ModelEntry, { engine }: Pick<PossibleCandidate, 'engine'>) =>
  `${model.name}:${engine}`;

/** Retries after an engine failure. The failure ends the worker (see worker-client.ts), so the retry gets a new one. */
async function retryOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isEngineFailure(error)) throw error;
    return run();
  }
}

function createNoEngineError(model: ModelEntry): KerbsideError {
  return new KerbsideError(
    'unsupported',
    `No engine of this browser passed the self-test of the model ${model.name}. engines() lists the reasons.`,
    { details: { model: model.name } },
  );
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
