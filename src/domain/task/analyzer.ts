import type { TaskName } from '../enums.ts';
import type { ComplianceResult, Image, ImageDetails } from '../records/image.ts';
import type { Task } from '../records/task.ts';
import type { AnalysisResult, Coverage } from './analysis-result.ts';

/**
 * Runs tasks: photos in, analysis result out. `openKerbside({ analyzer })` replaces the models with your own.
 *
 * @example
 * ```ts
 * const analyzer: Analyzer = {
 *   supports: async (task) => task === 'damage_detection',
 *   async analyze({ images, signal, onProgress }) {
 *     const damages = [];
 *     for (const [index, image] of images.entries()) {
 *       damages.push(...(await detect(await image.photo(), signal)));
 *       onProgress(index + 1, images.length);
 *     }
 *     return { createdBy: { model: 'my-model', version: '1', engine: 'cloud' }, damages };
 *   },
 * };
 * ```
 */
export interface Analyzer {
  /**
   * Returns true if the analyzer can run the task. Otherwise a started task stays TODO.
   *
   * @default all tasks are supported
   */
  supports?(task: TaskName): Promise<boolean>;
  /** Runs a task. If it throws, the task ends as ERROR and the error's message becomes the task's. */
  analyze(request: AnalysisRequest): Promise<AnalysisResult>;
  /**
   * Analyzes a task again whose result has `reanalysis: 'pending'`, with a better and slower model. Called while no task runs.
   * The damages replace the first ones, except where a user changed or confirmed them.
   *
   * @returns undefined if there is no better model after all: the first result stays.
   */
  reanalyze?(request: AnalysisRequest): Promise<AnalysisResult | undefined>;
  /**
   * Assesses a photo's quality as soon as it is added, before any task.
   *
   * Many calls can be active at once. Read each photo only when its turn comes: a phone's memory cannot hold all of them.
   */
  assess?(image: AnalysisImage, signal: AbortSignal): Promise<ComplianceResult>;
  /**
   * Checks whether a photo shows the expected side of the vehicle, if the app requested `coverage360`.
   *
   * @returns undefined if the analyzer cannot check it.
   */
  assessCoverage?(image: AnalysisImage, signal: AbortSignal): Promise<Coverage | undefined>;
}

/** One run of a task. */
export interface AnalysisRequest {
  /** The inspection's id. */
  inspectionId: string;
  /** The task with its options. */
  task: Task;
  /** The task's images. Deleted ones are left out. */
  images: AnalysisImage[];
  /** Aborts if the result is no longer needed. */
  signal: AbortSignal;
  /** Reports progress. Call it after each image: it emits `task.progress`. */
  onProgress(done: number, total: number): void;
}

/** The fields of an image that an analyzer can use without decoding the photo. */
export interface ImageMetadata
  extends Pick<
      Image,
      | 'id'
      | 'name'
      | 'imageWidth'
      | 'imageHeight'
      | 'mimetype'
      | 'additionalData'
      | 'detailedViewpoint'
      | 'viewpoint'
    >,
    Partial<Pick<Image, 'imageType' | 'compliances'>> {
  /** The image's `imageDetails` for this task. */
  details?: ImageDetails;
}

/** An image of an analysis request. */
export interface AnalysisImage extends ImageMetadata {
  /**
   * Reads and verifies the photo's bytes.
   *
   * @throws `photo_damaged` if the bytes no longer match their hash, `photo_unavailable` if they are not on this device.
   */
  photo(): Promise<ArrayBuffer>;
}
