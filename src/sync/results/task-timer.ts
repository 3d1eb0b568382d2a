import type { AwaitedTask } from '../../domain/outbox/delivery.ts';

type StartedTask = Pick<AwaitedTask, 'inspectionId' | 'taskName'>;

/**
 * Measures how long the service takes for a task, from its delivered start to its results.
 *
 * Only tasks that were started and finished while this tab was the leader are measured. The stored start (`since`) is
 * wall-clock time: a clock that was set in between would give any duration, even a negative one.
 */
export class TaskTimer {
  readonly #monotonic: () => number;
  readonly #startedAt = new Map<string, number>();

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  start(task: StartedTask): void {
    this.#startedAt.set(getKey(task), this.#monotonic());
  }

  /** Returns the milliseconds since the start, or undefined if this tab did not see the start. */
  stop(task: StartedTask): number | undefined {
    const startedAt = this.#startedAt.get(getKey(task));
    this.#startedAt.delete(getKey(task));
    return startedAt === undefined ? undefined : this.#monotonic() - startedAt;
  }
}

function getKey({ inspectionId, taskName }: StartedTask): string {
  return `${inspectionId}:${taskName}`;
}
