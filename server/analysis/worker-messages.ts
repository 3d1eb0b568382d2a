import type { LicenceKind } from '../../src/analysis/licence.ts';
import type { TaskName } from '../../src/domain/enums.ts';
import type { AnalysisImage, AnalysisRequest } from '../../src/domain/task/analyzer.ts';
import type { PlainError } from '../../src/errors.ts';
import type { ModelStep } from '../../src/node/models/model-steps.ts';

/** The `workerData` of the thread. */
export interface WorkerSettings {
  /** Path of the models' folder. */
  models: string;
  /**
   * Which models may run.
   *
   * @default 'research'
   */
  licence?: LicenceKind;
  /** Threads of the WASM runtime. */
  threads: number;
  /**
   * Threads of onnxruntime-node.
   *
   * @default all cores
   */
  nativeThreads?: number;
}

/** Images and requests that can be cloned. The worker requests the photos separately. */
export type PlainImage = Omit<AnalysisImage, 'photo'>;
export type PlainRequest = Pick<AnalysisRequest, 'inspectionId' | 'task'> & { images: PlainImage[] };

export type ToWorker =
  | { type: 'assess'; image: PlainImage }
  | { type: 'assess_coverage'; image: PlainImage }
  | { type: 'analyze'; request: PlainRequest }
  | { type: 'step'; step: ModelStep; image: PlainImage | undefined }
  | { type: 'photo'; imageId: string; bytes: ArrayBuffer }
  | { type: 'no_photo'; imageId: string; error: PlainError };

/** A message that starts work. The others deliver photos. */
export type WorkerRequest = Extract<ToWorker, { type: 'assess' | 'assess_coverage' | 'analyze' | 'step' }>;

/** `ready` once after the start. Then, for each request, photo requests and progress, and one `done` or `failed`. */
export type FromWorker =
  | { type: 'ready'; supported: TaskName[] }
  | { type: 'notice'; line: string }
  | { type: 'wants_photo'; imageId: string }
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; value: unknown }
  | { type: 'failed'; error: PlainError };
