import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import type { EngineInfo, EngineName } from '../engine.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import type { ModelList } from '../task-models.ts';
import type { EngineMethods } from '../worker/engine-methods.ts';
import type { RunTimes } from '../worker/run-meter.ts';
import {
  combineVerdicts,
  type EngineCandidate,
  type EngineConstraints,
  type EngineVerdict,
  type EngineVerdicts,
  findNextTrial,
  listCandidates,
  orderByStart,
  type PossibleCandidate,
  rankCandidates,
} from './engine-choice.ts';
import { EngineComparison } from './engine-comparison.ts';
import { EngineFailures } from './engine-failures.ts';
import { addSample, isOutdated, type Pace, UNKNOWN_PACE } from './engine-pace.ts';
import { EngineTrials, retryOnce } from './engine-trials.ts';
import { type EngineJob, EngineWorkers, type EngineWorkersDeps, isEngineFailure } from './engine-workers.ts';
import type { VerdictStore } from './verdict-store.ts';

export interface EnginePoolDeps extends EngineWorkersDeps, EngineConstraints {
  library: ModelLibrary;
  verdicts: VerdictStore;
  /** Called when models run on another engine than before. */
  onChosen?(event: { models: string[]; engine: EngineName }): void;
  onDowngrade?(event: { model: string; engine: EngineName; reason: string }): void;
}

/** The state of a list of models that run together. */
interface TaskState {
  /** The engine of the last job. Another one replaces it only if it is clearly faster. */
  current?: EngineName;
  /** Since the engines were last timed. */
  pace: Pace;
  comparison: EngineComparison;
}

/**
 * Runs jobs on the fastest engine that computes correct outputs; engine-choice.ts decides which one that is.
 *
 * The first job does not wait for the comparison of all engines: it runs on the engine that is ready first. Then the
 * engines are compared in the background, and a later job may run on another one. The comparison is repeated when
 * photos become so slow that another engine seems faster.
 *
 * An engine that fails gets one new worker. If it fails again, the job goes to the next engine, and the failed engine is
 * not used again until the page is reloaded. If no engine is left, the job fails, and the next job tries all of them
 * again.
 */
export class EnginePool {
  readonly #deps: EnginePoolDeps;
  readonly #workers: EngineWorkers;
  readonly #trials: EngineTrials;
  readonly #tasks = new Map<string, TaskState>();
  readonly #failures: EngineFailures;
  #isClosed = false;

  constructor(deps: EnginePoolDeps) {
    this.#deps = deps;
    this.#workers = new EngineWorkers(deps);
    this.#failures = new EngineFailures(deps.onDowngrade);
    this.#trials = new EngineTrials(this.#workers, {
      ...deps,
      onFailure: (model, candidate, reason) => {
        // A forced engine is used even if its outputs are wrong. `engines()` reports the verdict.
        if (!deps.forcedEngine || typeof reason !== 'string') this.#failures.add(model, candidate, reason);
      },
    });
  }

  /**
   * Runs a job.
   *
   * @param models The model or models that the job needs. They run on the same engine.
   * @param options `isFrame`: the job reads a camera frame, not a photo. Its times say nothing about photos.
   * @throws KerbsideError the failure of the last engine, or `unsupported` if no engine passed the self-test.
   */
  async run<T>(
    models: ModelEntry | ModelList,
    job: EngineJob<T>,
    signal?: AbortSignal,
    { isFrame = false }: { isFrame?: boolean } = {},
  ): Promise<{ value: T; engine: EngineInfo }> {
    const list = toList(models);
    await this.#retryFailed(list);
    for (;;) {
      const candidate = await this.#findReadyEngine(list, signal);
      if (!candidate) throw this.#failures.forget(list);
      try {
        const { runMs } = (await this.getVerdicts(list))[candidate.engine] ?? {};
        const done = await retryOnce(() =>
          this.#workers.run(candidate, list, job, { signal, runMs, isFrame }),
        );
        void this.#afterRun(list, candidate, isFrame ? undefined : done.times);
        return done;
      } catch (error) {
        if (!isEngineFailure(error)) throw error;
        this.#failures.add(list[0], candidate, this.#workers.explainFailure(candidate.engine, error));
      }
    }
  }

  /**
   * Returns the engines that compute correct outputs, the fastest first. Tries the engines that were not tried yet.
   *
   * @param models The models that run together on one engine.
   */
  async rankEngines(models: ModelEntry | ModelList, signal?: AbortSignal): Promise<PossibleCandidate[]> {
    const list = toList(models);
    await this.#retryFailed(list);
    await this.#stateOf(list).comparison.run({ signal });
    return this.rankKnownEngines(list);
  }

  /**
   * Returns the same as `rankEngines`, at least one engine.
   *
   * @throws KerbsideError the failure of the last engine, or `unsupported` if no engine passed the self-test.
   */
  async requireEngines(models: ModelEntry | ModelList, signal?: AbortSignal): Promise<PossibleCandidate[]> {
    const list = toList(models);
    const ranked = await this.rankEngines(list, signal);
    if (ranked.every((candidate) => this.#failures.includes(list, candidate)))
      throw this.#failures.forget(list);
    return ranked;
  }

  /** Returns the same as `rankEngines` from the verdicts so far: fetches and runs nothing. */
  async rankKnownEngines(models: ModelEntry | ModelList): Promise<PossibleCandidate[]> {
    const list = toList(models);
    const candidates = await this.listCandidates();
    if (this.#deps.forcedEngine) return orderByStart(candidates);
    return rankCandidates(candidates, await this.getVerdicts(list), this.#stateOf(list).current);
  }

  async listCandidates(): Promise<EngineCandidate[]> {
    return listCandidates(await this.#deps.capabilities(), this.#deps);
  }

  getVerdict(model: ModelEntry, candidate: PossibleCandidate): Promise<EngineVerdict | undefined> {
    return this.#trials.getVerdict(model, candidate);
  }

  /** Returns what is known about each engine that can run these models. Engines that failed since have not passed. */
  async getVerdicts(list: ModelList): Promise<EngineVerdicts> {
    const verdicts: EngineVerdicts = {};
    for (const candidate of orderByStart(await this.listCandidates())) {
      const known = await Promise.all(list.map((model) => this.getVerdict(model, candidate)));
      const rejected = known.find((verdict) => verdict?.passed === false);
      if (this.#failures.includes(list, candidate))
        verdicts[candidate.engine] = { passed: false, reason: 'it failed' };
      else if (rejected) verdicts[candidate.engine] = rejected;
      else if (known.every((verdict) => verdict !== undefined))
        verdicts[candidate.engine] = combineVerdicts(known);
    }
    return verdicts;
  }

  /**
   * Returns how long a detector runs on a photo on its best engine so far, in milliseconds. Measures it once per device.
   *
   * @returns undefined if no engine can run the model.
   */
  async measurePhotoMs(model: DetectorEntry, signal?: AbortSignal): Promise<number | undefined> {
    await this.#retryFailed([model]);
    const candidate = await this.#findReadyEngine([model], signal);
    if (!candidate) return undefined;
    return (await this.#trials.time(model, candidate, { signal })).photoMs;
  }

  /** Returns the same as `measurePhotoMs` from the verdicts so far: fetches and runs nothing. */
  async getPhotoMs(model: DetectorEntry): Promise<number | undefined> {
    const [best] = await this.rankKnownEngines(model);
    return best && (await this.getVerdict(model, best))?.photoMs;
  }

  /** Loads the models into a worker of their fastest engine and compiles their shaders, so that the first photo is fast. */
  async warmUp(models: ModelList, signal?: AbortSignal): Promise<void> {
    const warm: EngineJob<void> = async (worker, ...keys) => {
      for (const key of keys) await worker.warmUp(key);
    };
    await this.run(models, warm, signal);
  }

  /** Runs a job that needs no model: in a worker that runs already and is idle, else in the one that starts fastest. */
  runOnAnyEngine<T>(job: (worker: EngineMethods) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { forcedEngine, hasWorker } = this.#deps;
    const available = (['wasm', 'tfjs', 'webgpu'] as const).filter((engine) => hasWorker?.(engine) !== false);
    const idle = available.find((engine) => this.#workers.isIdle(engine));
    const engine = forcedEngine ?? idle ?? available[0] ?? 'wasm';
    return retryOnce(() => this.#workers.runWithoutModel(engine, job, signal));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#workers.close(), this.#deps.verdicts.close()]);
  }

  /** Returns the fastest engine that is known to be correct. If none is, tries them until one passes. */
  async #findReadyEngine(list: ModelList, signal?: AbortSignal): Promise<PossibleCandidate | undefined> {
    const isUsable = (candidate: PossibleCandidate) => !this.#failures.includes(list, candidate);
    const known = (await this.rankKnownEngines(list)).find(isUsable);
    if (known && !this.#deps.forcedEngine) return known;
    for (const candidate of orderByStart(await this.listCandidates()).filter(isUsable)) {
      const verdicts: EngineVerdict[] = [];
      for (const model of list) verdicts.push(await this.#trials.prove(model, candidate, signal));
      const isForced = this.#deps.forcedEngine !== undefined && isUsable(candidate);
      if (isForced || combineVerdicts(verdicts).passed) return candidate;
    }
    return undefined;
  }

  /** Compares the engines in the background, if that was not done yet or if the photos became slow. Never rejects. */
  async #afterRun(list: ModelList, { engine }: PossibleCandidate, times?: RunTimes): Promise<void> {
    try {
      const state = this.#stateOf(list);
      if (state.current !== engine) {
        state.pace = UNKNOWN_PACE;
        this.#deps.onChosen?.({ models: list.map(({ name }) => name), engine });
      }
      state.current = engine;
      if (this.#deps.forcedEngine || this.#isClosed || state.comparison.isRunning) return;
      if (times) state.pace = addSample(state.pace, times);
      const verdicts = await this.getVerdicts(list);
      if (findNextTrial(await this.listCandidates(), verdicts)) await state.comparison.run();
      else if (isOutdated(verdicts, engine, state.pace)) {
        await state.comparison.run({ renew: true });
        state.pace = UNKNOWN_PACE;
      }
    } catch {
      // The next job tries again: a model could not be downloaded, or the page closes.
    }
  }

  #stateOf(list: ModelList): TaskState {
    const key = list
      .map(({ name }) => name)
      .sort()
      .join();
    const state = this.#tasks.get(key) ?? { pace: UNKNOWN_PACE, comparison: this.#createComparison(list) };
    this.#tasks.set(key, state);
    return state;
  }

  #createComparison(list: ModelList): EngineComparison {
    return new EngineComparison(list, {
      trials: this.#trials,
      listCandidates: () => this.listCandidates(),
      getVerdicts: (models) => this.getVerdicts(models),
    });
  }

  /** If every engine has failed, tries them again. */
  async #retryFailed(list: ModelList): Promise<void> {
    const candidates = orderByStart(await this.listCandidates());
    if (candidates.every((candidate) => this.#failures.includes(list, candidate)))
      this.#failures.forget(list);
  }
}

const toList = (models: ModelEntry | ModelList): ModelList => ('name' in models ? [models] : models);
