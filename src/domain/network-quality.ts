import type { TaskName } from './enums.ts';

/** What recent calls of the service say about the way to it. Averages in which the newest counts most. */
export interface NetworkQuality {
  /** Milliseconds to an answer, of calls without a photo. */
  latencyMs?: number;
  /** Of photos on their way up. */
  bytesPerSecond?: number;
  /** 0: every call is answered. 1: none is. */
  failureRate: number;
  /** Milliseconds from the start of a task to its results. */
  taskMs: Partial<Record<TaskName, number>>;
  /** Milliseconds since 1970. */
  lastAnswerAt?: number;
  lastFailureAt?: number;
}
