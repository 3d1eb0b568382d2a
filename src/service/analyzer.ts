import type { Image, ImageDetails } from '../spec/image.ts';
import type { Task } from '../spec/task.ts';
import type { Findings } from './results.ts';

/** Runs a task: photos in, findings out. What it throws becomes the task's error message. */
export interface Analyzer {
  analyze(request: AnalysisRequest): Promise<Findings>;
}

export interface AnalysisRequest {
  inspectionId: string;
  task: Task;
  images: AnalysisImage[];
  signal: AbortSignal;
  /** To be called as images are finished; it drives progress bars. */
  onProgress(done: number, total: number): void;
}

export interface AnalysisImage
  extends Pick<Image, 'id' | 'imageWidth' | 'imageHeight' | 'mimetype' | 'additionalData'> {
  details?: ImageDetails;
  /** Reads and verifies the bytes; a photo that no longer matches its hash throws `photo_damaged`. */
  photo(): Promise<ArrayBuffer>;
}
