import type { AnalysisResult, Coverage } from './analysis-result.ts';
import type { TaskName } from './enums.ts';
import type { ComplianceResult, Image, ImageDetails } from './image.ts';
import type { Task } from './task.ts';

/** Runs tasks on this host: photos in, findings out. */
export interface Analyzer {
  /** Whether it can run this task; one that it can't stays TODO. Left out: it can run all. */
  supports?(task: TaskName): Promise<boolean>;
  /** What it throws becomes the task's error message. */
  analyze(request: AnalysisRequest): Promise<AnalysisResult>;
  /**
   * Judges a photo as soon as it was added, before any task. Many may be asked for at once: an analyzer reads each when
   * its turn comes, since a phone's memory does not hold them all.
   */
  assess?(image: AnalysisImage, signal: AbortSignal): Promise<ComplianceResult>;
  /** Judges whether a photo shows the vehicle as it should, if that was asked for; undefined where nothing here can. */
  assessCoverage?(image: AnalysisImage, signal: AbortSignal): Promise<Coverage | undefined>;
}

export interface AnalysisRequest {
  inspectionId: string;
  task: Task;
  images: AnalysisImage[];
  signal: AbortSignal;
  /** To be called as images are finished; it drives progress bars. */
  onProgress(done: number, total: number): void;
}

/** What is known of an image without its bytes. */
export interface ImageFacts
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
  details?: ImageDetails;
}

export interface AnalysisImage extends ImageFacts {
  /** Reads and verifies the bytes; a photo that no longer matches its hash throws `photo_damaged`. */
  photo(): Promise<ArrayBuffer>;
}
