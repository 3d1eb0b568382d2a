import type { Analyzer } from '../domain/analyzer.ts';
import type { TaskName } from '../domain/enums.ts';
import { isKerbsideError } from '../errors.ts';
import { chooseDeviceUser } from '../rules/device-user.ts';
import { awaitsSecondLook, finishSecondLook } from '../rules/second-look.ts';
import { requireRecord, requireTask } from '../rules/state.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';
import { toAnalysisImage } from './stored-photo.ts';

/** How many of the newest inspections are scanned for looks that an earlier visit left undone. */
const MAX_SCANNED_INSPECTIONS = 50;

export type AnalyzeAgain = NonNullable<Analyzer['analyzeAgain']>;

interface QueuedTask {
  inspectionId: string;
  name: TaskName;
}

/** The runner of tasks, as far as a second look has to wait for it. */
export interface IdleTasks {
  whenIdle(): Promise<void>;
}

/**
 * Looks again at the photos of provisional tasks, with a better model, one task at a time.
 *
 *   DONE, provisional ─▶ no task runs ─▶ hold the lock ─▶ analyze again ─▶ final damages
 *
 * A task that starts meanwhile interrupts the look, which begins again afterwards: nobody waits for it. Without a network to
 * download the model it is tried again when the network is back, and when Kerbside is opened the next time.
 */
export class SecondLooks {
  readonly #host: Host;
  readonly #analyzeAgain: AnalyzeAgain;
  readonly #tasks: IdleTasks;
  readonly #lock: string;
  readonly #stop = new AbortController();
  /** The tasks to look at, as `inspectionId:name`, oldest first. */
  readonly #queue = new Map<string, QueuedTask>();
  #current: AbortController | undefined;
  #working: Promise<void> | undefined;

  constructor(host: Host, analyzeAgain: AnalyzeAgain, tasks: IdleTasks, lockPrefix: string) {
    this.#host = host;
    this.#analyzeAgain = analyzeAgain;
    this.#tasks = tasks;
    this.#lock = `${lockPrefix}:second-look`;
  }

  /** Listens for provisional results, in this tab or another, and continues what an earlier visit left undone. */
  async start(): Promise<void> {
    const { events, platform } = this.#host;
    const unsubscribe = [
      events.on('task.updated', ({ inspectionId, taskName, status, provisional }) => {
        if (provisional) this.#add(inspectionId, taskName);
        else if (status === 'TODO' || status === 'IN_PROGRESS') this.#current?.abort();
      }),
      platform.onOnline(() => void this.#addStored()),
    ];
    this.#stop.signal.addEventListener('abort', () => {
      for (const stop of unsubscribe) stop();
      this.#current?.abort();
    });
    await this.#addStored();
  }

  /** Interrupts the look. Resolves when its lock is released. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#working;
  }

  async #addStored(): Promise<void> {
    const newest = { scope: 'all', includeDeleted: false, paginationOrder: 'desc' } as const;
    const page = await this.#host.store
      .list({ ...newest, limit: MAX_SCANNED_INSPECTIONS })
      .catch(ignoreKerbsideError);
    for (const { inspection, tasks } of page?.records ?? [])
      for (const task of tasks) if (awaitsSecondLook(task)) this.#add(inspection.id, task.name);
  }

  #add(inspectionId: string, name: TaskName): void {
    this.#queue.set(`${inspectionId}:${name}`, { inspectionId, name });
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    for (;;) {
      const [entry] = this.#queue;
      if (!entry || this.#stop.signal.aborted) return;
      await this.#tasks.whenIdle();
      const [key, task] = entry;
      const isDone = await this.#lookAgain(task);
      // A task that was added again meanwhile stays: the network may have come back after the look had failed without it.
      if (isDone && this.#queue.get(key) === task) this.#queue.delete(key);
    }
  }

  /** Returns false if a task interrupted the look. */
  async #lookAgain({ inspectionId, name }: QueuedTask): Promise<boolean> {
    const current = new AbortController();
    this.#current = current;
    const signal = AbortSignal.any([current.signal, this.#stop.signal]);
    const { locks } = this.#host.platform;
    try {
      await locks.withLock(this.#lock, () => this.#analyze(inspectionId, name, signal), signal);
    } catch (error) {
      if (current.signal.aborted && !this.#stop.signal.aborted) return false;
      // Closing, the inspection is gone, or the store or the model are unavailable: the next start tries again.
      ignoreKerbsideError(error);
    }
    return true;
  }

  async #analyze(inspectionId: string, name: TaskName, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const state = await loadInspection(this.#host, inspectionId);
    const task = requireTask(state, name);
    if (!awaitsSecondLook(task) || state.inspection.deletedAt) return; // another tab was first, or a user decided
    const result = await this.#analyzeAgain({
      inspectionId,
      task,
      images: task.images.map(({ imageId }) =>
        toAnalysisImage(this.#host, requireRecord(state.images, imageId, 'image'), name),
      ),
      signal,
      onProgress: () => {},
    }).catch((error: unknown) => {
      if (signal.aborted || !isKerbsideError(error) || error.retryable) throw error;
      return undefined; // it fails each time: the first result stays
    });
    signal.throwIfAborted();
    await this.#host.changes.applyAs(chooseDeviceUser, inspectionId, finishSecondLook(name, result));
  }
}

function ignoreKerbsideError(error: unknown): undefined {
  if (!isKerbsideError(error) && !(error instanceof DOMException)) throw error;
}
