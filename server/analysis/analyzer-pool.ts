import type { AnalysisResult, Coverage } from '../../src/domain/analysis-result.ts';
import type { AnalysisImage, AnalysisRequest, Analyzer } from '../../src/domain/analyzer.ts';
import type { TaskName } from '../../src/domain/enums.ts';
import type { ComplianceResult } from '../../src/domain/image.ts';
import { createSlots, type Slots } from '../../src/platform/slots.ts';
import { WorkerAnalyzer, type WorkerAnalyzerOptions } from './worker-analyzer.ts';

/**
 * Runs several requests at the same time, each in a thread with models of its own. A request goes to the first idle thread,
 * and a thread starts at its first request: an instance with little work loads few models.
 */
export class AnalyzerPool implements Analyzer {
  readonly #first: WorkerAnalyzer;
  readonly #idle: WorkerAnalyzer[];
  readonly #all: readonly WorkerAnalyzer[];
  readonly #slots: Slots;

  /** @param size - The number of threads. */
  constructor(options: WorkerAnalyzerOptions, size: number) {
    this.#first = new WorkerAnalyzer(options);
    this.#all = [this.#first, ...Array.from({ length: size - 1 }, () => new WorkerAnalyzer(options))];
    this.#idle = this.#all.toReversed();
    this.#slots = createSlots(size);
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
    return this.#use((analyzer) => analyzer.analyze(request));
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
