import type { Analyzer } from '../domain/analyzer.ts';
import type { TaskName } from '../domain/enums.ts';
import type { Task } from '../domain/task.ts';
import { isKerbsideError } from '../errors.ts';
import type { InspectionState } from '../rules/state.ts';
import { moveTask } from '../rules/tasks.ts';
import type { Host } from './host.ts';
import { isOpen, runTask, type TaskRouting } from './run-task.ts';

const STORE_AGAIN_MS = 10_000;
/** Inspections that are looked through for tasks that lacked their model: who waits, waits for the newest. */
const LOOKED_THROUGH = 50;
const OF_ALL_USERS = { scope: 'all', includeDeleted: false } as const;

/**
 * Runs tasks that were started, one tab at a time for each task:
 *
 *   TODO ─▶ hold the task's lock ─▶ (its turn?) ─▶ IN_PROGRESS ─▶ analyze ─▶ results + DONE, or ERROR with its reason
 *
 * Every tab waits for the lock of every started task, so when the tab that runs one dies, the browser hands the
 * lock to the next tab, which finds the task still open and runs it again. Results and DONE are one commit:
 * a run that dies leaves nothing behind.
 *
 * A task that failed because its model could not be fetched, as without a network, is taken up again when the network
 * is back, and when Kerbside is opened the next time.
 */
export class TaskRunner {
  readonly #host: Host;
  readonly #analyzer: Analyzer;
  readonly #lockPrefix: string;
  readonly #routing: TaskRouting | undefined;
  readonly #stop = new AbortController();
  /** The locks that this tab holds or waits for, and whether the task was started anew meanwhile. */
  readonly #claimed = new Map<string, boolean>();

  constructor(host: Host, analyzer: Analyzer, lockPrefix: string, routing?: TaskRouting) {
    this.#host = host;
    this.#analyzer = analyzer;
    this.#lockPrefix = lockPrefix;
    this.#routing = routing;
  }

  /** Listens for tasks that start, here or in another tab, and picks up those that a dead tab left open. */
  async start(): Promise<void> {
    this.#host.events.on('task.updated', ({ inspectionId, taskName, status }) => {
      if (status === 'TODO') this.#run(inspectionId, taskName);
    });
    this.#host.events.on('inspection.imported', async ({ inspectionId }) => {
      const loaded = await this.#host.store.load(inspectionId).catch(() => undefined);
      if (loaded) this.#runOpen(loaded.state);
    });
    for await (const state of this.#unfinished()) this.#runOpen(state);
    const forget = this.#host.platform.onOnline(() => void this.takeUp());
    this.#stop.signal.addEventListener('abort', forget);
    void this.takeUp();
  }

  close(): void {
    this.#stop.abort();
  }

  /** Starts again what failed for want of a model: it may be had now. */
  async takeUp(): Promise<void> {
    const { store, changes } = this.#host;
    for (const status of ['ERROR', 'IN_PROGRESS'] as const) {
      const newest = { ...OF_ALL_USERS, status, limit: LOOKED_THROUGH, paginationOrder: 'desc' } as const;
      const found = await store.list(newest).catch(leaveForLater);
      for (const { inspection, tasks } of found?.records ?? [])
        for (const { name } of tasks.filter(lackedItsModel))
          await changes.apply(inspection.id, moveTask(name, 'TODO')).catch(leaveForLater);
    }
  }

  #runOpen({ inspection, tasks }: InspectionState): void {
    for (const task of tasks) if (isOpen(task)) this.#run(inspection.id, task.name);
  }

  #run(inspectionId: string, name: TaskName): void {
    const lock = `${this.#lockPrefix}:task:${inspectionId}:${name}`;
    const { signal } = this.#stop;
    const routing = this.#routing;
    const isClaimed = this.#claimed.has(lock);
    this.#claimed.set(lock, isClaimed);
    if (isClaimed || signal.aborted) return;
    this.#host.platform.locks
      .hold(
        lock,
        () =>
          runTask(this.#host, this.#analyzer, { inspectionId, name, signal, ...(routing && { routing }) }),
        signal,
      )
      .catch((error: unknown) => {
        // The task was purged, deleted, or ended by someone else, or Kerbside is being closed: nothing to run.
        if (signal.aborted || isKerbsideError(error, 'not_found', 'task_transition', 'closed', 'aborted'))
          return;
        // Not even that it failed could be stored: there may be room, or a database, in a while.
        if (isKerbsideError(error) && error.retryable)
          setTimeout(() => this.#run(inspectionId, name), STORE_AGAIN_MS);
        else throw error;
      })
      .finally(() => {
        const isStartedAgain = this.#claimed.get(lock);
        this.#claimed.delete(lock);
        // A task that failed may be started again before its lock is let go of: that start must not be lost.
        if (isStartedAgain) this.#run(inspectionId, name);
      });
  }

  async *#unfinished(): AsyncGenerator<InspectionState> {
    let after: string | undefined;
    do {
      const page = await this.#host.store.list({
        ...OF_ALL_USERS,
        status: 'IN_PROGRESS',
        limit: 50,
        paginationOrder: 'asc',
        ...(after !== undefined && { after }),
      });
      yield* page.records;
      after = page.more.after ? page.records.at(-1)?.inspection.id : undefined;
    } while (after !== undefined);
  }
}

function lackedItsModel({ status, errorMessages }: Task): boolean {
  return status === 'ERROR' && errorMessages?.at(-1)?.errorCode === 'model_unavailable';
}

/** Another tab was first, or nothing can be read or stored just now: the next start comes to it. */
function leaveForLater(error: unknown): undefined {
  if (!isKerbsideError(error)) throw error;
}
