import type { Analyzer } from '../domain/analyzer.ts';
import type { Host } from './host.ts';
import { QualityRunner } from './quality-runner.ts';
import type { TaskRouting } from './run-task.ts';
import { SecondLooks } from './second-looks.ts';
import { TaskRunner } from './task-runner.ts';

export interface RunnersOptions {
  analyzer: Analyzer;
  /** Prefix of the lock names that the tabs of this database share. */
  lockPrefix: string;
  routing: TaskRouting | undefined;
  /** Whether provisional results are looked at again. */
  looksAgain: boolean;
}

/** What works with an analyzer in the background: runs tasks, assesses photos, looks again at provisional results. */
export class Runners {
  readonly #tasks: TaskRunner;
  readonly #others: { start(): Promise<void>; close(): Promise<void> }[] = [];

  constructor(host: Host, { analyzer, lockPrefix, routing, looksAgain }: RunnersOptions) {
    this.#tasks = new TaskRunner(host, analyzer, lockPrefix, routing);
    if (analyzer.assess) this.#others.push(new QualityRunner(host, analyzer, lockPrefix));
    const analyzeAgain = looksAgain ? analyzer.analyzeAgain?.bind(analyzer) : undefined;
    if (analyzeAgain) this.#others.push(new SecondLooks(host, analyzeAgain, this.#tasks, lockPrefix));
  }

  async start(): Promise<void> {
    await Promise.all([this.#tasks, ...this.#others].map((runner) => runner.start()));
  }

  /** Restarts tasks that failed because their model was unavailable. */
  retryUnavailableModels(): Promise<void> {
    return this.#tasks.retryUnavailableModels();
  }

  /** Interrupts all work. Resolves when its locks are released. */
  async close(): Promise<void> {
    await Promise.all([this.#tasks, ...this.#others].map((runner) => runner.close()));
  }
}
