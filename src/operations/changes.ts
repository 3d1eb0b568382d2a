import { KerbsideError, throwIfAborted } from '../errors.ts';
import { createKeyedQueue } from '../platform/keyed-queue.ts';
import type { Decision, Rule } from '../rules/decision.ts';
import type { Estimator } from '../rules/estimator.ts';
import type { IdSource } from '../rules/ids.ts';
import type { Context, User } from '../rules/rule-context.ts';
import { type InspectionState, notFound } from '../rules/state.ts';
import type { Store } from '../store/store.ts';
import type { EventHub } from './events.ts';
import { loadByAnyId } from './load-by-any-id.ts';
import { createInOrder } from './ordered-work.ts';

export interface ChangesDeps {
  store: Store;
  events: EventHub;
  ids: IdSource;
  user: User;
  now(): number;
  /** What follows from a change and belongs into its commit. */
  settled?: Estimator['settled'];
}

/** How often a change is decided anew because another tab was faster, before the call gives up. */
const MAX_ATTEMPTS = 50;
/** A phone's memory does not hold all photos that somebody chose: so many of an inspection are read ahead. */
const PREPARED_AT_ONCE = 4;

/**
 * The one way anything is written: load the inspection, run a pure rule on it, commit with the version it was
 * loaded at, tell the events. When another tab committed in between, load again and decide anew; so no change
 * is lost, and rules need not know of each other.
 */
export class Changes {
  readonly #deps: ChangesDeps;
  readonly #queue = createKeyedQueue();
  /** For changes that have to be prepared, as photos have to be read: made in the order of the calls all the same. */
  readonly inOrder = createInOrder(PREPARED_AT_ONCE);

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
  }

  /** A new inspection. */
  async create<A>(rule: (context: Context) => Decision<A>, signal?: AbortSignal): Promise<A> {
    throwIfAborted(signal);
    const decision = rule(this.#context());
    if (!(await this.#commit(decision, 0))) throw this.#overtaken(decision.state.inspection.id);
    return decision.answer;
  }

  /** A change to an inspection that is there and not deleted. Changes of one inspection wait for each other. */
  apply<A>(inspectionId: string, rule: Rule<A>, signal?: AbortSignal): Promise<A> {
    return this.#queue.run(inspectionId, async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        throwIfAborted(signal);
        const loaded = await loadByAnyId(this.#deps.store, inspectionId);
        throwIfAborted(signal);
        if (!loaded) throw notFound('inspection', inspectionId);
        const { deletedAt } = loaded.state.inspection;
        if (deletedAt) throw notFound('inspection', inspectionId, deletedAt);
        const context = this.#context(loaded.state);
        const decision = rule(loaded.state, context);
        const state = this.#deps.settled?.(loaded.state, decision.state, context) ?? decision.state;
        if (await this.#commit({ ...decision, state }, loaded.version)) return decision.answer;
      }
      throw this.#overtaken(inspectionId);
    });
  }

  async #commit<A>(decision: Decision<A>, expectedVersion: number): Promise<boolean> {
    const { store, events, ids } = this.#deps;
    const { answer: _answer, events: happened, ...change } = decision;
    const done = await store.commit({ id: ids.next(), expectedVersion, ...change });
    if (done) for (const event of happened) events.publish(event);
    return done;
  }

  /** Ids sort after all that the inspection holds, even if another device or a wrong clock made those. */
  #context(state?: InspectionState): Context {
    const { ids, user, now } = this.#deps;
    if (state) for (const id of newestIds(state)) ids.observe(id);
    return { user, now: new Date(now()).toISOString(), newId: () => ids.next() };
  }

  #overtaken(inspectionId: string): KerbsideError {
    return new KerbsideError(
      'conflict',
      `Inspection ${inspectionId} kept changing in another tab while this change was being made; try again.`,
      { details: { inspectionId }, retryable: true },
    );
  }
}

function newestIds(state: InspectionState): string[] {
  const lists = [state.images, state.damages, state.parts, state.views, state.severityResults];
  return [state.inspection.id, ...lists.flatMap((list) => list.at(-1)?.id ?? [])];
}
