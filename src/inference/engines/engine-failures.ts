import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { KerbsideError } from '../../errors.ts';
import type { EngineName } from '../engine.ts';
import type { ModelList } from '../task-models.ts';
import type { PossibleCandidate } from './engine-choice.ts';

interface Failure {
  model: string;
  engine: EngineName;
  reason: unknown;
}

/** The engines that failed on a model since the page was loaded. They are not used again, unless no other is left. */
export class EngineFailures {
  readonly #onFailure: ((event: { model: string; engine: EngineName; reason: string }) => void) | undefined;
  #failures: readonly Failure[] = [];

  constructor(onFailure?: (event: { model: string; engine: EngineName; reason: string }) => void) {
    this.#onFailure = onFailure;
  }

  add({ name: model }: ModelEntry, { engine }: PossibleCandidate, reason: unknown): void {
    const others = this.#failures.filter((one) => one.model !== model || one.engine !== engine);
    this.#failures = [...others, { model, engine, reason }];
    const message = reason instanceof Error ? reason.message : String(reason);
    this.#onFailure?.({ model, engine, reason: message });
  }

  /** Returns whether the engine failed on one of the models. */
  includes(list: ModelList, { engine }: PossibleCandidate): boolean {
    return this.#failures.some((one) => one.engine === engine && list.some(({ name }) => name === one.model));
  }

  /**
   * Forgets the failures of these models: being offline or out of memory is temporary. Wrong outputs are permanent, but
   * they have a stored verdict.
   *
   * @returns the last failure, or `unsupported` if no engine passed the self-test.
   */
  forget(list: ModelList): Error {
    const isListed = ({ model }: Failure) => list.some(({ name }) => name === model);
    const forgotten = this.#failures.filter(isListed);
    this.#failures = this.#failures.filter((failure) => !isListed(failure));
    const last = forgotten.findLast(({ reason }) => reason instanceof Error)?.reason;
    return last instanceof Error ? last : createNoEngineError(list[0]);
  }
}

function createNoEngineError(model: ModelEntry): KerbsideError {
  return new KerbsideError(
    'unsupported',
    `No engine of this browser passed the self-test of the model ${model.name}. engines() lists the reasons.`,
    { details: { model: model.name } },
  );
}
