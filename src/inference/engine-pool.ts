import type { ModelEntry } from '../analysis/model-manifest.ts';
import { isKerbsideError, KerbsideError } from '../errors.ts';
import type { Capabilities } from './capabilities.ts';
import type { EngineFacts, EngineName } from './engine.ts';
import { type Candidate, candidates, choose, threadCount, type Verdict } from './engine-choice.ts';
import type { EngineMethods } from './engine-methods.ts';
import { disagreement } from './golden.ts';
import { goldenOutputs } from './golden-outputs.ts';
import { type ModelLibrary, variantOf } from './model-library.ts';
import { RUNTIMES } from './runtimes.ts';
import type { Verdicts } from './verdicts.ts';
import { WorkerClient } from './worker-client.ts';

export interface EnginePoolDeps {
  library: ModelLibrary;
  createWorker(engine: EngineName): Worker;
  runtimeUrl: string;
  capabilities(): Promise<Capabilities>;
  verdicts: Verdicts;
  /** What a verdict depends on beside model and runtime: browser and GPU. */
  device: string;
  /** Use this one, whatever the golden test says. */
  forced?: EngineName;
  onDowngrade?(event: { model: string; engine: EngineName; reason: string }): void;
}

export type Possible = Extract<Candidate, { possible: true }>;

/** What a run needs: a worker with the model loaded under this key. */
type Job<T> = (worker: EngineMethods, key: string) => Promise<T>;

/**
 * Runs jobs on the best engine that proved itself for the model. An engine that fails is given one fresh worker;
 * if it fails again the job goes to the next engine, and this one is left alone until the page is loaded anew.
 */
export class EnginePool {
  readonly #deps: EnginePoolDeps;
  readonly #clients = new Map<EngineName, WorkerClient<EngineMethods>>();
  readonly #rankings = new Map<string, Promise<Possible[]>>();
  readonly #failed = new Set<string>();

  constructor(deps: EnginePoolDeps) {
    this.#deps = deps;
  }

  async run<T>(
    model: ModelEntry,
    job: Job<T>,
    signal?: AbortSignal,
  ): Promise<{ value: T; engine: EngineFacts }> {
    let last: unknown;
    for (const candidate of await this.ranking(model, signal)) {
      if (this.#failed.has(`${model.name}:${candidate.engine}`)) continue;
      for (let attempt = 0; attempt < 2; attempt += 1) {
        try {
          return await this.#runOn(candidate, model, job, signal);
        } catch (error) {
          if (!isEngineFault(error)) throw error;
          last = error;
        }
      }
      this.#giveUp(model, candidate.engine, last);
    }
    throw last ?? noEngine(model);
  }

  /** The engines that proved themselves for this model, best first. */
  ranking(model: ModelEntry, signal?: AbortSignal): Promise<Possible[]> {
    const known = this.#rankings.get(model.name) ?? this.#rank(model, signal);
    this.#rankings.set(model.name, known);
    known.catch(() => this.#rankings.delete(model.name)); // offline now is not offline for ever
    return known;
  }

  async candidates(): Promise<Candidate[]> {
    const { capabilities, forced } = this.#deps;
    const all = candidates(await capabilities());
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

  verdict(model: ModelEntry, candidate: Possible): Promise<Verdict | undefined> {
    return this.#deps.verdicts.get(this.#verdictKey(model, candidate)).catch(() => undefined);
  }

  /** Runs on any engine that is there: for work that needs no model. */
  runAnywhere<T>(job: (worker: EngineMethods) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#client(this.#deps.forced ?? 'wasm').run(job, { signal });
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  async #rank(model: ModelEntry, signal?: AbortSignal): Promise<Possible[]> {
    const possible = (await this.candidates()).filter((one) => one.possible);
    const verdicts: Partial<Record<EngineName, Verdict>> = {};
    for (const candidate of possible)
      verdicts[candidate.engine] = await this.#prove(model, candidate, signal);
    if (this.#deps.forced) return possible;
    const passed = possible.filter(({ engine }) => verdicts[engine]?.passed);
    const best = choose(possible, verdicts)?.engine;
    return passed.sort((a, b) => Number(b.engine === best) - Number(a.engine === best));
  }

  async #prove(model: ModelEntry, candidate: Possible, signal?: AbortSignal): Promise<Verdict> {
    const remembered = await this.verdict(model, candidate);
    if (remembered) return remembered;
    const verdict = await this.#examine(model, candidate, signal);
    await this.#deps.verdicts.put(this.#verdictKey(model, candidate), verdict).catch(() => {});
    if (!verdict.passed) this.#giveUp(model, candidate.engine, verdict.reason);
    return verdict;
  }

  async #examine(model: ModelEntry, candidate: Possible, signal?: AbortSignal): Promise<Verdict> {
    const { golden } = variantOf(model, candidate.precision);
    const expected = goldenOutputs(await this.#deps.library.bytes(golden, signal), model);
    try {
      const { value } = await this.#runOn(candidate, model, (worker, key) => worker.runGolden(key), signal);
      const wrong = disagreement(value.outputs, expected, golden.tolerance);
      return { passed: wrong === undefined, reason: wrong ?? 'passed its golden test', runMs: value.runMs };
    } catch (error) {
      if (!isEngineFault(error)) throw error;
      return { passed: false, reason: messageOf(error) };
    }
  }

  async #runOn<T>(candidate: Possible, model: ModelEntry, job: Job<T>, signal?: AbortSignal) {
    const { library, runtimeUrl, capabilities } = this.#deps;
    const { threads, cores } = await capabilities();
    const variant = variantOf(model, candidate.precision);
    const bytes = await library.bytes(variant, signal);
    return this.#client(candidate.engine).run(
      async (worker) => {
        const engine = await worker.start({ runtimeUrl, threads: threads ? threadCount(cores) : 1 });
        if (!(await worker.isLoaded(variant.sha256))) await worker.load(variant.sha256, model, bytes);
        return { value: await job(worker, variant.sha256), engine };
      },
      { signal },
    );
  }

  #client(engine: EngineName): WorkerClient<EngineMethods> {
    const client =
      this.#clients.get(engine) ??
      new WorkerClient<EngineMethods>({ name: engine, createWorker: () => this.#deps.createWorker(engine) });
    this.#clients.set(engine, client);
    return client;
  }

  #giveUp(model: ModelEntry, engine: EngineName, reason: unknown): void {
    this.#failed.add(`${model.name}:${engine}`);
    this.#deps.onDowngrade?.({ model: model.name, engine, reason: messageOf(reason) });
  }

  #verdictKey(model: ModelEntry, { engine, precision }: Possible): string {
    const { version } = RUNTIMES[engine];
    return [engine, version, variantOf(model, precision).sha256, this.#deps.device].join('|');
  }
}

/** Failures that another worker or another engine may not have; what is wrong with the photo stays wrong. */
function isEngineFault(error: unknown): boolean {
  return (['engine_failed', 'worker_lost', 'timeout'] as const).some((code) => isKerbsideError(error, code));
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
