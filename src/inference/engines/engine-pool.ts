import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { type ModelLibrary, variantOf } from '../files/model-library.ts';
import { ENGINE_NAMES, type EngineFacts, type EngineName } from './engine.ts';
import { type Candidate, candidates, choose, type Verdict } from './engine-choice.ts';
import type { EngineMethods } from './engine-methods.ts';
import {
  EngineWorkers,
  type EngineWorkersDeps,
  isEngineFault,
  type Job,
  type Models,
  type Possible,
} from './engine-workers.ts';
import { disagreement } from './golden.ts';
import { goldenOutputs } from './golden-outputs.ts';
import { RUNTIMES } from './runtimes.ts';
import type { Verdicts } from './verdicts.ts';

export interface EnginePoolDeps extends EngineWorkersDeps {
  library: ModelLibrary;
  /** Whether the app brings a worker for this engine. Left out: it brings all. */
  hasWorker?(engine: EngineName): boolean;
  verdicts: Verdicts;
  /** The browser and its version. A verdict depends on it, on the GPU, the model and the runtime. */
  device: string;
  /** Use this one, whatever the golden test says. */
  forced?: EngineName;
  onDowngrade?(event: { model: string; engine: EngineName; reason: string }): void;
}

/**
 * Runs jobs on the best engine that proved itself for the model. An engine that fails is given one fresh worker;
 * if it fails again the job goes to the next engine, and this one is left alone until the page is loaded anew, or
 * until no engine is left: then the job fails, and the next one tries them all again.
 */
export class EnginePool {
  readonly #deps: EnginePoolDeps;
  readonly #workers: EngineWorkers;
  readonly #rankings = new Map<string, Promise<Possible[]>>();
  /** Engines that were given up, by model and engine, and what for. */
  readonly #failed = new Map<string, unknown>();

  constructor(deps: EnginePoolDeps) {
    this.#deps = deps;
    this.#workers = new EngineWorkers(deps);
  }

  /** `models`: one, or those that the job needs together, which then run on one engine. */
  async run<T>(
    models: ModelEntry | Models,
    job: Job<T>,
    signal?: AbortSignal,
  ): Promise<{ value: T; engine: EngineFacts }> {
    const all: Models = 'name' in models ? [models] : models;
    const [model] = all;
    for (const candidate of await this.#rankingOfAll(all, signal)) {
      if (this.#failed.has(failureKey(model, candidate))) continue;
      try {
        const runMs = await this.#runMs(candidate, all);
        return await twice(() => this.#workers.run(candidate, all, job, { signal, runMs }));
      } catch (error) {
        if (!isEngineFault(error)) throw error;
        this.#giveUp(model, candidate, this.#workers.explained(candidate.engine, error));
      }
    }
    throw this.#noneLeft(all);
  }

  /** The engines that proved themselves for this model, best first. */
  async ranking(model: ModelEntry, signal?: AbortSignal): Promise<Possible[]> {
    const { name } = model;
    const known = this.#rankings.get(name) ?? this.#rankAnew(model, signal);
    this.#rankings.set(name, known);
    const forget = () => this.#rankings.get(name) === known && this.#rankings.delete(name);
    try {
      const ranked = await known;
      // Offline now is not offline for ever; wrong results are, but those have their verdict.
      if (this.#areGivenUp(model, ranked)) forget();
      return ranked;
    } catch (error) {
      forget();
      // Whoever asked first has left: go on from there.
      if (isKerbsideError(error, 'aborted') && !signal?.aborted) return this.ranking(model, signal);
      throw error;
    }
  }

  /** The same for who can not do without one: where none is left it throws what happened to them. */
  async usable(model: ModelEntry, signal?: AbortSignal): Promise<Possible[]> {
    const ranked = await this.ranking(model, signal);
    if (this.#areGivenUp(model, ranked)) throw this.#noneLeft([model]);
    return ranked;
  }

  /** The same, as far as it is known: nothing is fetched and nothing is tried. */
  knownRanking(model: ModelEntry): Promise<Possible[]> {
    return this.#rankBy((candidate) => this.verdict(model, candidate));
  }

  async candidates(): Promise<Candidate[]> {
    const { capabilities, forced, hasWorker } = this.#deps;
    const all = candidates(await capabilities()).map((one): Candidate => {
      if (hasWorker?.(one.engine) !== false) return one;
      return { engine: one.engine, possible: false, reason: 'the app brings no worker for it' };
    });
    if (!forced) return all;
    return all.map((one) =>
      one.engine === forced
        ? {
            engine: forced,
            possible: true,
            precision: one.possible ? one.precision : 'int8',
            reason: 'chosen by the app',
          }
        : { engine: one.engine, possible: false, reason: `the app chose ${forced}` },
    );
  }

  async verdict(model: ModelEntry, candidate: Possible): Promise<Verdict | undefined> {
    const key = await this.#verdictKey(model, candidate);
    return this.#deps.verdicts.get(key).catch(() => undefined);
  }

  /** Runs on any engine that is there: for work that needs no model. */
  runAnywhere<T>(job: (worker: EngineMethods) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { forced, hasWorker } = this.#deps;
    const present = (['wasm', 'tfjs', 'webgpu'] as const).find((one) => hasWorker?.(one) !== false);
    return twice(() => this.#workers.runBare(forced ?? present ?? 'wasm', job, signal));
  }

  close(): void {
    this.#workers.close();
  }

  /** As the first model ranks them, where all the others passed too. */
  async #rankingOfAll([model, ...others]: Models, signal?: AbortSignal) {
    let shared = await this.ranking(model, signal);
    for (const other of others) {
      const passed = await this.ranking(other, signal);
      shared = shared.filter(({ engine }) => passed.some((one) => one.engine === engine));
    }
    return shared;
  }

  /** Memory or a network may be back, so every engine is found as on the first day. */
  #rankAnew(model: ModelEntry, signal?: AbortSignal): Promise<Possible[]> {
    for (const engine of ENGINE_NAMES) this.#failed.delete(failureKey(model, { engine }));
    return this.#rankBy((candidate) => this.#prove(model, candidate, signal));
  }

  async #rankBy(judge: (candidate: Possible) => Promise<Verdict | undefined>): Promise<Possible[]> {
    const possible = (await this.candidates()).filter((one) => one.possible);
    const verdicts: Partial<Record<EngineName, Verdict>> = {};
    for (const candidate of possible) {
      const verdict = await judge(candidate);
      if (verdict) verdicts[candidate.engine] = verdict;
    }
    if (this.#deps.forced) return possible;
    const passed = possible.filter(({ engine }) => verdicts[engine]?.passed);
    const best = choose(possible, verdicts)?.engine;
    return passed.sort((a, b) => Number(b.engine === best) - Number(a.engine === best));
  }

  async #prove(model: ModelEntry, candidate: Possible, signal?: AbortSignal): Promise<Verdict> {
    const remembered = await this.verdict(model, candidate);
    if (remembered) return remembered;
    const { golden } = variantOf(model, candidate.precision);
    const expected = goldenOutputs(await this.#deps.library.bytes(golden, signal), model);
    try {
      const run = () =>
        this.#workers.run(candidate, [model], (worker, key) => worker.runGolden(key), { signal });
      const { outputs, runMs } = (await twice(run)).value;
      const wrong = disagreement(outputs, expected, golden.tolerance);
      const reason = wrong === undefined ? 'its results are right' : `its results are wrong: ${wrong}`;
      const verdict = { passed: wrong === undefined, reason, runMs };
      await this.#deps.verdicts.put(await this.#verdictKey(model, candidate), verdict).catch(() => {});
      // What the app insists on is used all the same; `engines()` tells what is wrong with it.
      if (wrong !== undefined && !this.#deps.forced) this.#giveUp(model, candidate, reason);
      return verdict;
    } catch (error) {
      if (!isEngineFault(error)) throw error;
      // Not remembered: a worker that could not be loaded or ran out of memory today may do well tomorrow.
      const fault = this.#workers.explained(candidate.engine, error);
      this.#giveUp(model, candidate, fault);
      return { passed: false, reason: messageOf(fault) };
    }
  }

  #areGivenUp(model: ModelEntry, ranked: readonly Possible[]): boolean {
    return ranked.every((one) => this.#failed.has(failureKey(model, one)));
  }

  /** What a run of all of them takes, if that is known. */
  async #runMs(candidate: Possible, models: Models): Promise<number | undefined> {
    const verdicts = await Promise.all(models.map((model) => this.verdict(model, candidate)));
    return verdicts.reduce((sum, verdict) => sum + (verdict?.runMs ?? Number.NaN), 0) || undefined;
  }

  #giveUp(model: ModelEntry, candidate: Possible, reason: unknown): void {
    this.#failed.set(failureKey(model, candidate), reason);
    this.#deps.onDowngrade?.({ model: model.name, engine: candidate.engine, reason: messageOf(reason) });
  }

  /** What to fail with. The next start ranks them anew. */
  #noneLeft(models: Models): Error {
    for (const { name } of models) this.#rankings.delete(name);
    let fault: Error | undefined;
    for (const [key, reason] of this.#failed) {
      if (reason instanceof Error && models.some(({ name }) => key.startsWith(`${name}:`))) fault = reason;
    }
    return fault ?? noEngine(models[0]);
  }

  async #verdictKey(model: ModelEntry, { engine, precision }: Possible): Promise<string> {
    const { version } = RUNTIMES[engine];
    const { webgpu, webgl2 } = await this.#deps.capabilities();
    const gpu = { webgpu: webgpu?.adapter, wasm: undefined, tfjs: webgl2?.renderer }[engine] ?? '';
    return [engine, version, variantOf(model, precision).sha256, this.#deps.device, gpu].join('|');
  }
}

const failureKey = (model: ModelEntry, { engine }: Pick<Possible, 'engine'>) => `${model.name}:${engine}`;

/** A fault of the engine ends its worker (see worker-client.ts), so the second try has a fresh one. */
async function twice<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isEngineFault(error)) throw error;
    return run();
  }
}

function noEngine(model: ModelEntry): KerbsideError {
  return new KerbsideError(
    'unsupported',
    `No engine of this browser runs the model ${model.name} correctly; engines() says why.`,
    { details: { model: model.name } },
  );
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
