import type { Analyzer } from '../domain/task/analyzer.ts';
import { describePhotoAssessments } from './assess-photo.ts';
import { BackgroundWork } from './background-work.ts';
import type { Host } from './host.ts';
import { describeReanalysis } from './reanalyze.ts';
import { describeTasks, type TaskRouting } from './run-task.ts';

export interface BackgroundOptions {
  analyzer: Analyzer;
  /** Prefix of the lock names that the tabs of this database share. */
  lockPrefix: string;
  routing: TaskRouting | undefined;
  /** Whether tasks are analyzed again with a better model. */
  reanalyzes: boolean;
}

/** Background work with an analyzer: tasks, photo assessments, reanalysis. */
export class Background {
  readonly #works: Pick<BackgroundWork<object>, 'start' | 'scan' | 'close'>[];

  constructor(host: Host, { analyzer, lockPrefix, routing, reanalyzes }: BackgroundOptions) {
    const reanalyze = reanalyzes ? analyzer.reanalyze?.bind(analyzer) : undefined;
    const options = { ...(routing && { routing }), reanalyzes: reanalyze !== undefined };
    const tasks = new BackgroundWork(host, describeTasks(host, analyzer, options), lockPrefix);
    this.#works = [tasks];
    if (analyzer.assess)
      this.#works.push(new BackgroundWork(host, describePhotoAssessments(host, analyzer), lockPrefix));
    if (reanalyze) {
      const reanalysis = describeReanalysis(host, reanalyze, tasks, `${lockPrefix}:reanalysis`);
      this.#works.push(new BackgroundWork(host, reanalysis, lockPrefix));
    }
  }

  async start(): Promise<void> {
    await Promise.all(this.#works.map((work) => work.start()));
  }

  /** Looks for work that lacked a model, which may have been downloaded since. */
  async retryUnavailableModels(): Promise<void> {
    await Promise.all(this.#works.map((work) => work.scan()));
  }

  /** Interrupts all work. Resolves when its locks are released. */
  async close(): Promise<void> {
    await Promise.all(this.#works.map((work) => work.close()));
  }
}
