import type { AnalysisResult, Coverage } from '../../src/domain/analysis-result.ts';
import type { AnalysisImage, AnalysisRequest } from '../../src/domain/analyzer.ts';
import type { TaskName } from '../../src/domain/enums.ts';
import type { ComplianceResult } from '../../src/domain/image.ts';
import type { PlainError } from '../../src/errors.ts';

/** What a worker is started with. */
export interface WorkerSettings {
  models: string;
  threads: number;
}

/** Images and requests as they can be cloned: photos follow when the worker asks for them. */
export type PlainImage = Omit<AnalysisImage, 'photo'>;
export type PlainRequest = Pick<AnalysisRequest, 'inspectionId' | 'task'> & { images: PlainImage[] };

export type ToWorker =
  | { type: 'assess'; image: PlainImage }
  | { type: 'assess_coverage'; image: PlainImage }
  | { type: 'analyze'; request: PlainRequest }
  | { type: 'photo'; imageId: string; bytes: ArrayBuffer }
  | { type: 'no_photo'; imageId: string; error: PlainError };

/** `ready` once, after the start; then, for each request, questions and progress, and one `done` or `failed`. */
export type FromWorker =
  | { type: 'ready'; supported: TaskName[] }
  | { type: 'notice'; line: string }
  | { type: 'wants_photo'; imageId: string }
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; value: AnalysisResult | ComplianceResult | Coverage | undefined }
  | { type: 'failed'; error: PlainError };
