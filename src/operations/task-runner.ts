import { isKerbsideError, KerbsideError } from '../errors.ts';
import type { AnalysisImage, Analyzer } from '../service/analyzer.ts';
import { finishTask } from '../service/results.ts';
import { type InspectionState, present, taskNamed } from '../service/state.ts';
import { moveTask } from '../service/tasks.ts';
import type { TaskName } from '../spec/enums.ts';
import type { Task } from '../spec/task.ts';
import { type Host, loadInspection } from './host.ts';
import { verifiedPhoto } from './images.ts';

/**
 * Runs tasks that were started, one tab at a time for each task:
 *
 *   TODO ─▶ hold the task's lock ─▶ IN_PROGRESS ─▶ analyze ─▶ results + DONE, or ERROR with its reason
 *
 * Every tab waits for the lock of every started task, so when the tab that runs one dies, the browser hands the
 * lock to the next tab, which finds the task still open and runs it again. Results and DONE are one commit:
 * a run that dies leaves nothing behind.
 */
export class TaskRunner {
  readonly #host: Host;
  readonly #analyzer: Analyzer;
  readonly #lockPrefix: string;
  readonly #stop = new AbortController();
  /** The locks that this tab holds or waits for, and whether the task was started anew meanwhile. */
  readonly #claimed = new Map<string, { startedAgain: boolean }>();

  constructor(host: Host, analyzer: Analyzer, lockPrefix: string) {
    this.#host = host;
    this.#analyzer = analyzer;
    this.#lockPrefix = lockPrefix;
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
  }

  close(): void {
    this.#stop.abort();
  }

  #runOpen({ inspection, tasks }: InspectionState): void {
    for (const task of tasks) if (isOpen(task)) this.#run(inspection.id, task.name);
  }

  #run(inspectionId: string, name: TaskName): void {
    const lock = `${this.#lockPrefix}:task:${inspectionId}:${name}`;
    if (this.#stop.signal.aborted) return;
    const running = this.#claimed.get(lock);
    if (running) {
      running.startedAgain = true;
      return;
    }
    const claim = { startedAgain: false };
    this.#claimed.set(lock, claim);
    this.#host.platform.locks
      .hold(lock, () => this.#runHeld(inspectionId, name), this.#stop.signal)
      .catch((error: unknown) => {
        // The task was purged, deleted, or ended by someone else, or Kerbside is being closed: nothing to run.
        const expected = ['not_found', 'task_transition', 'closed', 'aborted'] as const;
        if (this.#stop.signal.aborted || expected.some((code) => isKerbsideError(error, code))) return;
        throw error;
      })
      .finally(() => {
        this.#claimed.delete(lock);
        // A task that failed may be started again before its lock is let go of: that start must not be lost.
        if (claim.startedAgain) this.#run(inspectionId, name);
      });
  }

  async #runHeld(inspectionId: string, name: TaskName): Promise<void> {
    const { changes } = this.#host;
    const state = await loadInspection(this.#host, inspectionId);
    const found = taskNamed(state, name);
    if (!isOpen(found) || state.inspection.deletedAt) return;
    if (await this.#leavesToOthers(name)) return; // it waits for a host that can
    const task =
      found.status === 'TODO' ? await changes.apply(inspectionId, moveTask(name, 'IN_PROGRESS')) : found;
    try {
      const findings = await this.#analyzer.analyze({
        inspectionId,
        task,
        images: task.images.map(({ imageId }) => this.#image(state, imageId, name)),
        signal: this.#stop.signal,
        onProgress: (done, total) =>
          this.#host.events.publish({ type: 'task.progress', inspectionId, taskName: name, done, total }),
      });
      this.#stop.signal.throwIfAborted();
      await changes.apply(inspectionId, finishTask(name, findings));
    } catch (error) {
      if (this.#stop.signal.aborted) return; // left open: the next start runs it again
      await changes.apply(inspectionId, moveTask(name, 'ERROR', failure(error)));
    }
  }

  /** An analyzer that can not even tell (no list of its models came) is to run it: then the task says why it failed. */
  async #leavesToOthers(name: TaskName): Promise<boolean> {
    try {
      return (await this.#analyzer.supports?.(name)) === false;
    } catch {
      return false;
    }
  }

  #image(state: InspectionState, imageId: string, taskName: TaskName): AnalysisImage {
    const image = present(state.images, imageId, 'image');
    const details = image.tasks.find(({ name }) => name === taskName)?.imageDetails;
    return {
      ...image,
      ...(details && { details }),
      photo: async () => (await verifiedPhoto(this.#host, imageId)).bytes,
    };
  }

  async *#unfinished(): AsyncGenerator<InspectionState> {
    let after: string | undefined;
    do {
      const page = await this.#host.store.list({
        scope: 'all',
        status: 'IN_PROGRESS',
        includeDeleted: false,
        limit: 50,
        paginationOrder: 'asc',
        ...(after !== undefined && { after }),
      });
      yield* page.records;
      after = page.more.after ? page.records.at(-1)?.inspection.id : undefined;
    } while (after !== undefined);
  }
}

function isOpen({ status }: Task): boolean {
  return status === 'TODO' || status === 'IN_PROGRESS';
}

function failure(error: unknown): { message: string; errorCode: string } {
  const message = error instanceof Error ? error.message : String(error);
  return { message, errorCode: error instanceof KerbsideError ? error.code : 'task_failed' };
}
