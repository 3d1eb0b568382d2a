import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { isKerbsideError } from '../../errors.ts';
import type { ModelList } from '../task-models.ts';
import {
  combineVerdicts,
  type EngineCandidate,
  type EngineVerdict,
  type EngineVerdicts,
  findNextTrial,
  orderByStart,
  type PossibleCandidate,
} from './engine-choice.ts';
import type { EngineTrials } from './engine-trials.ts';

interface ComparisonOptions {
  signal?: AbortSignal | undefined;
  /** Times the engines that passed again, in place of trying those that were not tried yet. */
  renew?: boolean;
}

interface EngineComparisonDeps {
  trials: EngineTrials;
  listCandidates(): Promise<EngineCandidate[]>;
  /** Returns what is known about each engine that can run these models. */
  getVerdicts(list: ModelList): Promise<EngineVerdicts>;
}

/** Tries the engines of a list of models until they can be compared. One comparison serves all callers. */
export class EngineComparison {
  readonly #deps: EngineComparisonDeps;
  readonly #list: ModelList;
  #running: Promise<void> | undefined;

  constructor(list: ModelList, deps: EngineComparisonDeps) {
    this.#list = list;
    this.#deps = deps;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  async run(options: ComparisonOptions = {}): Promise<void> {
    const running = this.#running ?? (options.renew ? this.#timeAgain() : this.#tryAll(options.signal));
    this.#running = running;
    try {
      await running;
    } catch (error) {
      // The caller that started the comparison aborted it. Start again for this caller.
      if (!isKerbsideError(error, 'aborted') || options.signal?.aborted) throw error;
      if (this.#running === running) this.#running = undefined;
      return this.run(options);
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  async #tryAll(signal: AbortSignal | undefined): Promise<void> {
    const candidates = await this.#deps.listCandidates();
    const possible = orderByStart(candidates);
    const reference = possible.find(({ engine }) => engine === 'wasm');
    const verdicts = await this.#deps.getVerdicts(this.#list);
    for (;;) {
      const next = findNextTrial(candidates, verdicts);
      if (!next) return;
      const isAlone = possible.every(
        ({ engine }) => engine === next.engine || verdicts[engine]?.passed === false,
      );
      const { trials } = this.#deps;
      const options = { signal, reference: reference === next ? undefined : reference };
      verdicts[next.engine] = await this.#tryModels((model) =>
        isAlone ? trials.prove(model, next, signal) : trials.time(model, next, options),
      );
    }
  }

  async #timeAgain(): Promise<void> {
    const verdicts = await this.#deps.getVerdicts(this.#list);
    const hasPassed = ({ engine }: PossibleCandidate) => verdicts[engine]?.passed;
    for (const candidate of orderByStart(await this.#deps.listCandidates()).filter(hasPassed))
      await this.#tryModels((model) => this.#deps.trials.time(model, candidate, { renew: true }));
  }

  async #tryModels(tryOn: (model: ModelEntry) => Promise<EngineVerdict>): Promise<EngineVerdict> {
    const verdicts: EngineVerdict[] = [];
    for (const model of this.#list) {
      const verdict = await tryOn(model);
      verdicts.push(verdict);
      if (!verdict.passed) break; // the other models need not be fetched for this engine
    }
    return combineVerdicts(verdicts);
  }
}
