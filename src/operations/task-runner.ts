import type { Analyzer } from '../domain/analyzer.ts';
import type { TaskName } from '../domain/enums.ts';
import type { Task } from '../domain/task/task.ts';
import { isKerbsideError } from '../errors.ts';
import type { InspectionState } from '../rules/state.ts';
import { updateTaskAsRunner } from '../rules/tasks.ts';
import type { Host } from './host.ts';
import { isTaskOpen, runTask, type TaskRouting } from './run-task.ts';

const STORE_RETRY_MS = 10_000;
/** How many of the newest inspections are scanned for tasks without a model. Users wait for the newest ones. */
const MAX_SCANNED_INSPECTIONS = 50;
const ALL_USERS = { scope: 'all', includeDeleted: false } as const;

/**
 * Runs started tasks. Each task runs in one tab at a time:
 *
 *   TODO ─▶ hold the task's lock ─▶ routing ─▶ IN_PROGRESS ─▶ analyze ─▶ results + DONE, or ERROR with its reason
 *
 * Every tab waits for the lock of every started task. If the tab that runs a task dies, the browser passes the lock to
 * the next tab, which finds the task still open and runs it again. Results and DONE are one commit: an interrupted run
 * leaves nothing behind.
 *
 * If a task failed because its model could not be downloaded, it is retried when the network is back and when Kerbside
 * is opened the next time.
 */
export class TaskRunner {
  readonly #host: Host;
  readonly #analyzer: Analyzer;
  readonly #lockPrefix: string;
  readonly #routing: TaskRouting | undefined;
  readonly #stop = new AbortController();
  /** The locks that this tab holds or waits for, and whether the task was started again meanwhile. */
  readonly #claimed = new Map<string, boolean>();
  #onIdle: (() => void)[] = [];

  constructor(host: Host, analyzer: Analyzer, lockPrefix: string, routing?: TaskRouting) {
    this.#host = host;
    this.#analyzer = analyzer;
    this.#lockPrefix = lockPrefix;
    this.#routing = routing;
  }

  /** Listens for tasks that start, in this tab or another, and runs tasks that a dead tab left open. */
  async start(): Promise<void> {
    this.#host.events.on('task.updated', ({ inspectionId, taskName, status }) => {
      if (status === 'TODO') this.#run(inspectionId, taskName);
    });
    this.#host.events.on('inspection.imported', async ({ inspectionId }) => {
      const loaded = await this.#host.store.load(inspectionId).catch(() => undefined);
      if (loaded) this.#runOpenTasks(loaded.state);
    });
    for await (const state of this.#unfinishedInspections()) this.#runOpenTasks(state);
    const unsubscribe = this.#host.platform.onOnline(() => void this.retryUnavailableModels());
    this.#stop.signal.addEventListener('abort', unsubscribe);
    void this.retryUnavailableModels();
  }

  /** Interrupts all tasks. Resolves when none runs in this tab and their locks are released. */
  close(): Promise<void> {
    this.#stop.abort();
    return this.whenIdle();
  }

  /** Restarts tasks that failed because their model was unavailable. */
  async retryUnavailableModels(): Promise<void> {
    const { store, changes } = this.#host;
    for (const status of ['ERROR', 'IN_PROGRESS'] as const) {
      const newest = {
        ...ALL_USERS,
        status,
        limit: MAX_SCANNED_INSPECTIONS,
        paginationOrder: 'desc',
      } as const;
      const page = await store.list(newest).catch(ignoreKerbsideError);
      for (const { inspection, tasks } of page?.records ?? [])
        for (const { name } of tasks.filter(lackedModel))
          await changes.apply(inspection.id, updateTaskAsRunner(name, 'TODO')).catch(ignoreKerbsideError);
    }
  }

  /** Resolves when this tab runs no task, and waits for none that another tab runs. */
  async whenIdle(): Promise<void> {
    while (this.#claimed.size > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #runOpenTasks({ inspection, tasks }: InspectionState): void {
    for (const task of tasks) if (isTaskOpen(task)) this.#run(inspection.id, task.name);
  }

  #run(inspectionId: string, name: TaskName): void {
    const lock = `${this.#lockPrefix}:task:${inspectionId}:${name}`;
    const { signal } = this.#stop;
    const routing = this.#routing;
    if (signal.aborted) return;
    const isClaimed = this.#claimed.has(lock);
    this.#claimed.set(lock, isClaimed);
    if (isClaimed) return;
    this.#host.platform.locks
      .withLock(
        lock,
        () =>
          runTask(this.#host, this.#analyzer, { inspectionId, name, signal, ...(routing && { routing }) }),
        signal,
      )
      .catch((error: unknown) => {
        // The inspection was purged or deleted, the task has ended, or Kerbside is closing: nothing to run.
        if (signal.aborted || isKerbsideError(error, 'not_found', 'task_transition', 'closed', 'aborted'))
          return;
        // The failure could not be stored. There may be space, or a working database, later.
        if (isKerbsideError(error) && error.retryable)
          setTimeout(() => this.#run(inspectionId, name), STORE_RETRY_MS);
        else throw error;
      })
      .finally(() => {
        const isStartedAgain = this.#claimed.get(lock);
        this.#claimed.delete(lock);
        // A failed task may be started again before its lock is released. That start must not be lost.
        if (isStartedAgain) this.#run(inspectionId, name);
        if (this.#claimed.size > 0) return;
        for (const resolve of this.#onIdle.splice(0)) resolve();
      });
  }

  async *#unfinishedInspections(): AsyncGenerator<InspectionState> {
    let after: string | undefined;
    do {
      const page = await this.#host.store.list({
        ...ALL_USERS,
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

function lackedModel({ status, errorMessages }: Task): boolean {
  const code = errorMessages?.at(-1)?.errorCode;
  return status === 'ERROR' && (code === 'model_unavailable' || code === 'code_unavailable');
}

/** Another tab was first, or the store failed. The next start retries. */
function ignoreKerbsideError(error: unknown): undefined {
  if (!isKerbsideError(error)) throw error;
}
