import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { selectVariant } from '../../analysis/model-manifest.ts';
import { errorMessage, isKerbsideError } from '../../errors.ts';
import type { Tensors } from '../engine.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import { RUNTIMES } from '../files/runtime-files.ts';
import { median } from '../median.ts';
import { readGoldenOutputs } from '../self-test/golden-outputs.ts';
import { findMismatch } from '../self-test/self-test.ts';
import type { Capabilities } from './capabilities.ts';
import { type EngineVerdict, type PossibleCandidate, threadCount } from './engine-choice.ts';
import { type EngineJob, type EngineWorkers, isEngineFailure } from './engine-workers.ts';
import type { VerdictStore } from './verdict-store.ts';

export interface EngineTrialsDeps {
  library: Pick<ModelLibrary, 'loadFile'>;
  capabilities(): Promise<Capabilities>;
  verdicts: VerdictStore;
  /** Identifies the browser version. A verdict depends on it, on the GPU and its driver, the model and the runtime. */
  userAgent: string;
  /** Called if an engine computes wrong outputs or fails. */
  onFailure(model: ModelEntry, candidate: PossibleCandidate, reason: unknown): void;
}

/** A model on an engine. */
interface Trial {
  model: ModelEntry;
  candidate: PossibleCandidate;
  signal: AbortSignal | undefined;
}

/** Timed runs on a typical photo, after the warm-up. */
const TIMED_RUNS = 3;

/**
 * Tries models on engines: whether an engine computes correct outputs, and how long it takes for a photo.
 *
 * Verdicts are stored, so that both run once per device and not once per visit. Each run is a job of its own: the jobs of
 * the app never wait for more than one of them.
 */
export class EngineTrials {
  readonly #deps: EngineTrialsDeps;
  readonly #workers: EngineWorkers;
  readonly #proofs = new Map<string, Promise<EngineVerdict>>();
  /** Times that replace stored ones until the page is reloaded: a hot phone is cool again at the next visit. */
  readonly #renewed = new Map<string, number>();

  constructor(workers: EngineWorkers, deps: EngineTrialsDeps) {
    this.#workers = workers;
    this.#deps = deps;
  }

  /** Returns the verdict so far: fetches and runs nothing. */
  async getVerdict(model: ModelEntry, candidate: PossibleCandidate): Promise<EngineVerdict | undefined> {
    const key = await this.#verdictKey(model, candidate);
    const verdict = await this.#deps.verdicts.get(key).catch(() => undefined);
    const photoMs = this.#renewed.get(key);
    return verdict && photoMs !== undefined ? { ...verdict, photoMs } : verdict;
  }

  /** Returns whether the engine reproduces the model's golden outputs. Runs the self-test if no verdict is stored. */
  async prove(model: ModelEntry, candidate: PossibleCandidate, signal?: AbortSignal): Promise<EngineVerdict> {
    const stored = await this.getVerdict(model, candidate);
    if (stored) return stored;
    const key = await this.#verdictKey(model, candidate);
    const proof = this.#proofs.get(key) ?? this.#selfTest({ model, candidate, signal });
    this.#proofs.set(key, proof);
    try {
      return await proof;
    } catch (error) {
      // The caller that started the self-test aborted it. Start again for this caller.
      if (!isKerbsideError(error, 'aborted') || signal?.aborted) throw error;
      this.#proofs.delete(key);
      return this.prove(model, candidate, signal);
    } finally {
      if (this.#proofs.get(key) === proof) this.#proofs.delete(key);
    }
  }

  /**
   * Returns the verdict with the time of a typical photo. Measures it if it is not stored.
   *
   * @param reference The engine whose outputs are correct. On the typical photo, the candidate must agree with it.
   * @param renew Measures again, and does not store the time.
   */
  async time(
    model: ModelEntry,
    candidate: PossibleCandidate,
    {
      reference,
      renew = false,
      signal,
    }: { reference?: PossibleCandidate | undefined; renew?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<EngineVerdict> {
    const verdict = await this.prove(model, candidate, signal);
    if (!verdict.passed || (verdict.photoMs !== undefined && !renew)) return verdict;
    const trial = { model, candidate, signal };
    try {
      const outputs = await this.#runTypicalPhoto(trial, verdict);
      const mismatch = reference && !renew ? await this.#compare(trial, outputs, reference) : undefined;
      if (mismatch !== undefined) return await this.#reject(model, candidate, mismatch);
      const times: number[] = [];
      // Not retried: a new worker is cold.
      while (times.length < TIMED_RUNS)
        times.push(await this.#run(trial, (worker, key) => worker.timeTypicalPhoto(key), verdict.runMs));
      const timed = { ...verdict, photoMs: median(times) };
      const key = await this.#verdictKey(model, candidate);
      if (renew) this.#renewed.set(key, timed.photoMs);
      else await this.#deps.verdicts.put(key, timed).catch(() => {});
      return timed;
    } catch (error) {
      return this.#fail(model, candidate, error);
    }
  }

  async #selfTest(trial: Trial): Promise<EngineVerdict> {
    const { model, candidate, signal } = trial;
    const { golden } = selectVariant(model, candidate.precision);
    const expected = readGoldenOutputs(await this.#deps.library.loadFile(golden, signal), model);
    try {
      const { outputs, runMs } = await retryOnce(() =>
        this.#run(trial, (worker, key) => worker.runSelfTest(key)),
      );
      const mismatch = findMismatch(outputs, expected, golden.tolerance);
      if (mismatch !== undefined) return await this.#reject(model, candidate, mismatch);
      const verdict = { passed: true, reason: 'self-test passed', runMs };
      await this.#deps.verdicts.put(await this.#verdictKey(model, candidate), verdict).catch(() => {});
      return verdict;
    } catch (error) {
      return this.#fail(model, candidate, error);
    }
  }

  /** Returns how the outputs on the typical photo differ from those of the reference engine. */
  async #compare(
    { model, candidate, signal }: Trial,
    outputs: readonly Tensors[],
    reference: PossibleCandidate,
  ): Promise<string | undefined> {
    const verdict = await this.prove(model, reference, signal);
    if (!verdict.passed) return undefined;
    const expected = await this.#runTypicalPhoto({ model, candidate: reference, signal }, verdict);
    const { tolerance } = selectVariant(model, candidate.precision).golden;
    for (const [index, wanted] of expected.entries()) {
      const mismatch = findMismatch(outputs[index] ?? {}, wanted, tolerance);
      if (mismatch !== undefined) return `at the size of a photo, ${mismatch}`;
    }
    return undefined;
  }

  #runTypicalPhoto(trial: Trial, { runMs }: EngineVerdict): Promise<Tensors[]> {
    return retryOnce(() => this.#run(trial, (worker, key) => worker.runTypicalPhoto(key), runMs));
  }

  async #run<T>({ model, candidate, signal }: Trial, job: EngineJob<T>, runMs?: number): Promise<T> {
    return (await this.#workers.run(candidate, [model], job, { signal, runMs })).value;
  }

  /** Wrong outputs are permanent: the verdict is stored. */
  async #reject(model: ModelEntry, candidate: PossibleCandidate, mismatch: string): Promise<EngineVerdict> {
    const verdict = { passed: false, reason: `self-test failed: ${mismatch}` };
    await this.#deps.verdicts.put(await this.#verdictKey(model, candidate), verdict).catch(() => {});
    this.#deps.onFailure(model, candidate, verdict.reason);
    return verdict;
  }

  /** A failure is not stored: a worker that could not be loaded or ran out of memory today may work tomorrow. */
  #fail(model: ModelEntry, candidate: PossibleCandidate, error: unknown): EngineVerdict {
    if (!isEngineFailure(error)) throw error;
    const failure = this.#workers.explainFailure(candidate.engine, error);
    this.#deps.onFailure(model, candidate, failure);
    return { passed: false, reason: errorMessage(failure) };
  }

  async #verdictKey(model: ModelEntry, { engine, precision }: PossibleCandidate): Promise<string> {
    const { version } = RUNTIMES[engine];
    const { webgpu, webgl2, threads, cores } = await this.#deps.capabilities();
    const { sha256 } = selectVariant(model, precision);
    // Browsers name the driver's version in the renderer of WebGL2, not in the adapter of WebGPU.
    const device = {
      webgpu: [webgpu?.adapter, webgl2?.renderer],
      wasm: [threads ? threadCount(cores) : 1],
      tfjs: [webgl2?.renderer],
    }[engine];
    return [engine, version, sha256, this.#deps.userAgent, ...device.map((part) => part ?? '')].join('|');
  }
}

/** Retries after an engine failure. The failure ends the worker (see worker-client.ts), so the retry gets a new one. */
export async function retryOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isEngineFailure(error)) throw error;
    return run();
  }
}
