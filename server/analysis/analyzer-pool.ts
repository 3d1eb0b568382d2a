import type { TaskName } from '../../src/domain/enums.ts';
import type { ComplianceResult } from '../../src/domain/records/image.ts';
import type { AnalysisResult, Coverage } from '../../src/domain/task/analysis-result.ts';
import type { AnalysisImage, AnalysisRequest, Analyzer } from '../../src/domain/task/analyzer.ts';
import { createSteppedAnalysis } from '../../src/node/models/model-steps.ts';
import { createSlots, type Slots } from '../../src/platform/slots.ts';
import { WorkerAnalyzer, type WorkerAnalyzerOptions } from './worker-analyzer.ts';

/**
 * Runs several requests at the same time, in threads with models of their own. The photos of a task are shared among the
 * threads, so that a single task uses all of them. Work goes to the first idle thread, and a thread starts at its first
 * work: an instance with little of it loads few models.
 */
export class AnalyzerPool implements Analyzer {
  readonly #first: WorkerAnalyzer;
  readonly #idle: WorkerAnalyzer[];
  readonly #all: readonly WorkerAnalyzer[];
  readonly #slots: Slots;
  readonly #analyzeInSteps: Analyzer['analyze'];

  /** @param size - The number of threads. */
  constructor(options: WorkerAnalyzerOptions, size: number) {
    this.#first = new WorkerAnalyzer(options);
    this.#all = [this.#first, ...Array.from({ length: size - 1 }, () => new WorkerAnalyzer(options))];
    this.#idle = this.#all.toReversed();
    this.#slots = createSlots(size);
    this.#analyzeInSteps = createSteppedAnalysis(
      (step, image, signal) => this.#use((analyzer) => analyzer.runStep(step, image, signal)),
      size,
    );
  }

  /** Starts the first thread. Rejects if no model can run. */
  open(): Promise<void> {
    return this.#first.open();
  }

  supports(task: TaskName): Promise<boolean> {
    return this.#first.supports(task);
  }

  assess(image: AnalysisImage, signal: AbortSignal): Promise<ComplianceResult> {
    return this.#use((analyzer) => analyzer.assess(image, signal));
  }

  assessCoverage(image: AnalysisImage, signal: AbortSignal): Promise<Coverage | undefined> {
    return this.#use((analyzer) => analyzer.assessCoverage(image, signal));
  }

  analyze(request: AnalysisRequest): Promise<AnalysisResult> {
    return this.#all.length === 1
      ? this.#use((analyzer) => analyzer.analyze(request))
      : this.#analyzeInSteps(request);
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all(this.#all.map((analyzer) => analyzer.close()));
  }

  #use<T>(work: (analyzer: WorkerAnalyzer) => Promise<T>): Promise<T> {
    return this.#slots.run(async () => {
      const analyzer = this.#idle.pop() ?? this.#first;
      try {
        return await work(analyzer);
      } finally {
        this.#idle.push(analyzer);
      }
    });
  }
}
