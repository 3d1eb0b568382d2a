import type { Operation } from '../domain/outbox/operation.ts';
import { KerbsideError, throwIfAborted } from '../errors.ts';
import type { IdSource } from '../platform/id-source.ts';
import { createKeyedQueue } from '../platform/keyed-queue.ts';
import { createOperation } from '../rules/create-operation.ts';
import type { Estimator } from '../rules/estimator.ts';
import type { Decision, Rule, RuleContext, User } from '../rules/rule.ts';
import { type InspectionRecord, type InspectionState, notFoundError } from '../rules/state.ts';
import { isOutboxStore } from '../store/outbox-store.ts';
import type { Store } from '../store/store.ts';
import type { EventHub } from './events.ts';
import { loadByAnyId } from './load-inspection.ts';

interface ChangesDeps {
  store: Store;
  events: EventHub;
  ids: IdSource;
  user: User;
  now(): number;
  loadRare(purpose: string): Promise<typeof import('./rare-host-code.ts')>;
  /** Updates severities and the repair estimate in the same commit. Default: none. */
  estimator?: Estimator;
}

/** How often a change is retried after a version conflict with another tab. */
const MAX_ATTEMPTS = 50;

/**
 * The only write path: loads the inspection, runs a pure rule on it, commits with the loaded version, emits the events.
 *
 * If another tab committed in between, the inspection is loaded again and the rule runs again. No change is lost, and
 * rules do not depend on each other.
 */
export class Changes {
  readonly #deps: ChangesDeps;
  /** A device sends its results. A service has no outbox. */
  readonly #sendsResults: boolean;
  readonly #queue = createKeyedQueue();

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
    this.#sendsResults = isOutboxStore(deps.store);
  }

  /** Creates an inspection. */
  async create<A>(rule: (context: RuleContext) => Decision<A>, signal?: AbortSignal): Promise<A> {
    throwIfAborted(signal);
    const decision = rule(this.#context(this.#deps.user));
    if (!(await this.#commit(decision, 0))) throw conflictError(decision.state.inspection.id);
    return decision.result;
  }

  /**
   * Changes an inspection. Changes of one inspection run one after the other.
   *
   * @throws `not_found` if the inspection does not exist or is deleted, `conflict` if other tabs keep changing it.
   */
  apply<A>(inspectionId: string, rule: Rule<A>, signal?: AbortSignal): Promise<A> {
    return this.applyAs((user) => user, inspectionId, rule, signal);
  }

  /**
   * Changes an inspection as `apply` does.
   *
   * @param chooseUser Returns the user to whom the operations belong, given the user of this tab.
   */
  applyAs<A>(
    chooseUser: (user: User, inspection: InspectionRecord) => User,
    inspectionId: string,
    rule: Rule<A>,
    signal?: AbortSignal,
  ): Promise<A> {
    return this.#queue.run(inspectionId, async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        throwIfAborted(signal);
        const loaded = await loadByAnyId(this.#deps.store, inspectionId);
        throwIfAborted(signal);
        if (!loaded) throw notFoundError('inspection', inspectionId);
        const { deletedAt } = loaded.state.inspection;
        if (deletedAt) throw notFoundError('inspection', inspectionId, deletedAt);
        const user = chooseUser(this.#deps.user, loaded.state.inspection);
        const context = this.#context(user, loaded.state);
        const decision = rule(loaded.state, context);
        const state =
          this.#deps.estimator?.applyEstimates(loaded.state, decision.state, context) ?? decision.state;
        const isSent = this.#sendsResults && decision.sendsResults !== false;
        const sent = isSent ? await this.#sendResults(loaded.state, state, context) : [];
        const operations = [...decision.operations, ...sent];
        if (await this.#commit({ ...decision, state, operations }, loaded.version)) return decision.result;
      }
      throw conflictError(inspectionId);
    });
  }

  async #commit<A>(decision: Decision<A>, expectedVersion: number): Promise<boolean> {
    const { store, events, ids } = this.#deps;
    const { result: _result, sendsResults: _sendsResults, events: emitted, ...change } = decision;
    const done = await store.commit({ id: ids.next(), expectedVersion, ...change });
    if (done) for (const event of emitted) events.publish(event);
    return done;
  }

  /**
   * Returns the operation that sends the results of this device, if a change altered them. Recording alters none, so the comparison is
   * loaded on demand. Without its file, the results are sent: that is never wrong.
   */
  async #sendResults(
    before: InspectionState,
    after: InspectionState,
    context: RuleContext,
  ): Promise<Operation[]> {
    if (keepsResults(before, after)) return [];
    const rare = await this.#deps.loadRare('compares results').catch(() => undefined);
    if (rare) return rare.createResultsOperations(before, after, context);
    return [createOperation(context, after.inspection.id, 'inspection.results', {})];
  }

  /** New ids sort after all ids of the inspection, even if another device or a wrong clock created those. */
  #context(user: User, state?: InspectionState): RuleContext {
    const { ids, now } = this.#deps;
    if (state) for (const id of newestIds(state)) ids.observe(id);
    return { user, now: new Date(now()).toISOString(), newId: () => ids.next() };
  }
}

/** Rules keep the records that they do not change. */
function keepsResults(before: InspectionState, after: InspectionState): boolean {
  const records = ['damages', 'views', 'parts', 'severityResults', 'wheelAnalysis', 'documents'] as const;
  return (
    records.every((key) => before[key] === after[key]) &&
    after.images.every(
      ({ detectionLimit }, index) => detectionLimit === before.images[index]?.detectionLimit,
    ) &&
    before.vehicle?.repairEstimate === after.vehicle?.repairEstimate
  );
}

function newestIds(state: InspectionState): string[] {
  const lists = [state.images, state.damages, state.parts, state.views, state.severityResults];
  return [state.inspection.id, ...lists.flatMap((list) => list.at(-1)?.id ?? [])];
}

function conflictError(inspectionId: string): KerbsideError {
  return new KerbsideError(
    'conflict',
    `Inspection ${inspectionId} was changed in another tab at the same time. Try again.`,
    { details: { inspectionId }, retryable: true },
  );
}
