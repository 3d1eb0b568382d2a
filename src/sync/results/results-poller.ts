import type { AwaitedTask } from '../../domain/outbox/delivery.ts';
import type { Entities } from '../../domain/records/entities.ts';
import { hasEnded } from '../../domain/task/task-status.ts';
import { isKerbsideError } from '../../errors.ts';
import type { Changes } from '../../operations/changes.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import { chooseDeviceUser } from '../../rules/device-user.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { Connection } from '../connection/connection.ts';
import { Backoff, MIN_SIGN_IN_DELAY_MS } from '../pacing/backoff.ts';
import { isTokenError } from '../pacing/failures.ts';
import { abandonResults, mergeResults } from './merge-results.ts';

interface ResultsPollerDeps {
  store: OutboxStore;
  /** Who fetches: the inspections may be those of other users. */
  userId: string;
  changes: Pick<Changes, 'apply' | 'applyAs'>;
  connection: { remote: Pick<Connection['remote'], 'getInspection'>; pacing: Connection['pacing'] };
  clock: Clock;
  /** The results of a task were merged. */
  onArrived?(task: AwaitedTask): void;
  /** The service hides an inspection of another user: only their tab can fetch its results. */
  onHidden?(): void;
}

/** The interval between two polls of an inspection grows by this much each time. */
const INTERVAL_STEP_MS = 1_000;
const MAX_INTERVAL_MS = 30_000;

/**
 * Polls the service for the results of started tasks and merges them.
 *
 *   nothing awaited ── wake() ──▶ poll, one inspection after the other ──▶ merge finished tasks
 *          ▲                           │        ▲
 *          └──── none left ────────────┘        └─ after 1 s, 2 s, 3 s … 30 s
 *
 * Requests are never concurrent. What is awaited is stored, so the next leader tab continues.
 */
export class ResultsPoller {
  readonly #deps: ResultsPollerDeps;
  /** Number of polls without a result and the time of the next one, by inspection. */
  readonly #polls = new Map<string, { count: number; dueAt: number }>();
  #wakeUp = new AbortController();
  /** Nothing is polled during it: there was no valid token. */
  readonly #tokenBackoff: Backoff;

  constructor(deps: ResultsPollerDeps) {
    this.#deps = deps;
    this.#tokenBackoff = new Backoff(deps.clock.monotonic);
  }

  /** Runs until the signal aborts. Only one tab may run it at a time. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#wakeUp.abort();
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        this.#wakeUp = new AbortController();
        if (signal.aborted) return;
        const awaited = groupByInspection(await this.#deps.store.awaited());
        for (const id of this.#polls.keys()) if (!awaited.has(id)) this.#polls.delete(id);
        for (const [inspectionId, tasks] of awaited) {
          if (!signal.aborted && this.#isDue(inspectionId)) await this.#poll(inspectionId, tasks, signal);
        }
        if (!signal.aborted) await this.#waitUntilDue();
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** A new task may be awaited. */
  wake(): void {
    this.#wakeUp.abort();
  }

  /** Polls every inspection now, except while the service wants a delay. Called by triggers. */
  pollNow(): void {
    this.#polls.clear();
    this.#tokenBackoff.end();
    this.#wakeUp.abort();
  }

  /** Another request succeeded: there is a valid token. */
  recordSuccess(): void {
    const isDelayed = this.#tokenBackoff.endsAt > 0;
    this.#tokenBackoff.reset();
    if (isDelayed) this.#wakeUp.abort();
  }

  get #resumesAt(): number {
    return Math.max(this.#tokenBackoff.endsAt, this.#deps.connection.pacing.delayEndsAt);
  }

  #isDue(inspectionId: string): boolean {
    const { dueAt = 0 } = this.#polls.get(inspectionId) ?? {};
    return Math.max(dueAt, this.#resumesAt) <= this.#deps.clock.monotonic();
  }

  async #poll(inspectionId: string, tasks: readonly AwaitedTask[], signal: AbortSignal): Promise<void> {
    const count = (this.#polls.get(inspectionId)?.count ?? 0) + 1;
    // A failed request counts as a poll without a result.
    const arrived = await this.#fetchAndMerge(inspectionId, tasks, signal).catch((error: unknown) => {
      if (isTokenError(error)) this.#tokenBackoff.fail(MIN_SIGN_IN_DELAY_MS, MAX_INTERVAL_MS);
      return [];
    });
    for (const task of arrived) this.#deps.onArrived?.(task);
    const dueAt = this.#deps.clock.monotonic() + Math.min(count * INTERVAL_STEP_MS, MAX_INTERVAL_MS);
    if (arrived.length === tasks.length) this.#polls.delete(inspectionId);
    else this.#polls.set(inspectionId, { count, dueAt });
  }

  /** Returns the tasks whose results were merged. */
  async #fetchAndMerge(
    inspectionId: string,
    tasks: readonly AwaitedTask[],
    signal: AbortSignal,
  ): Promise<AwaitedTask[]> {
    const { store, changes } = this.#deps;
    const loaded = await store.load(inspectionId);
    if (!loaded || loaded.state.inspection.deletedAt) {
      await store.record(tasks.map(({ taskName }) => ({ type: 'arrived', inspectionId, taskName })));
      return [];
    }
    const [known] = await store.remoteIds([inspectionId]);
    if (!known) return [];
    const entities = await this.#fetch(known.remoteId, signal);
    if (!entities) {
      // A service hides the inspections of other users: their owner finds out whether it is gone.
      if (loaded.state.inspection.ownerId !== this.#deps.userId) {
        this.#deps.onHidden?.();
        return [];
      }
      await changes.apply(inspectionId, abandonResults(tasks.map(({ taskName }) => taskName)));
      return [];
    }
    if (!tasks.some(({ taskName }) => hasEndedRemotely(entities, taskName))) return [];
    const unsent = await store.operations({ inspectionId });
    const remoteIds = await store.remoteIdsOf(inspectionId);
    // If a task was started again since the request, these are the results of its earlier run.
    const current = await store.awaited({ inspectionId });
    const isCurrent = (task: AwaitedTask) =>
      current.some(({ taskName, since }) => taskName === task.taskName && since === task.since);
    const awaited = tasks.filter(isCurrent).map(({ taskName }) => taskName);
    const merge = mergeResults({ entities, remoteIds, unsent, awaited });
    const ended = await changes.applyAs(chooseDeviceUser, inspectionId, merge);
    return tasks.filter(({ taskName }) => ended.includes(taskName));
  }

  /** Returns undefined if the service does not have the inspection, or hides it from this user. */
  async #fetch(remoteId: string, signal: AbortSignal): Promise<Entities | undefined> {
    try {
      const { entities } = await this.#deps.connection.remote.getInspection(remoteId, {}, { signal });
      this.#tokenBackoff.reset();
      return entities;
    } catch (error) {
      if (isKerbsideError(error, 'not_found')) return undefined;
      throw error;
    }
  }

  async #waitUntilDue(): Promise<void> {
    const { signal } = this.#wakeUp;
    const { clock } = this.#deps;
    const now = clock.monotonic();
    const resumesAt = this.#resumesAt;
    const times = [...this.#polls.values()].map(({ dueAt }) => Math.max(dueAt, resumesAt));
    if (resumesAt > now) times.push(resumesAt);
    const delay = times.length > 0 ? Math.max(0, Math.min(...times) - now) : undefined;
    if (delay !== undefined) return sleep(clock, delay, signal);
    if (signal.aborted) return;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
}

function groupByInspection(tasks: readonly AwaitedTask[]): Map<string, AwaitedTask[]> {
  const grouped = new Map<string, AwaitedTask[]>();
  for (const task of tasks) grouped.set(task.inspectionId, [...(grouped.get(task.inspectionId) ?? []), task]);
  return grouped;
}

function hasEndedRemotely({ tasks }: Entities, taskName: string): boolean {
  return Object.values(tasks).some(({ name, status }) => name === taskName && hasEnded(status));
}
