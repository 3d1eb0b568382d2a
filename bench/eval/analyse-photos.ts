import type { Detection } from '../../src/analysis/detection/detections.ts';
import { type FileJob, inWorkers } from './in-workers.ts';

export interface DetectorSetup {
  manifest: string;
  model: string;
  precision: 'int8' | 'fp16';
  /** Whether to run on onnxruntime-node. */
  native: boolean;
  threshold: number;
  /** The most pixels of each canvas, in place of the manifest's. */
  areas?: [number, number?];
  /** The most crops of a photo to run on. With several, the photo is evaluated with each. */
  crops: readonly number[];
}

/** What the model returned for a photo with one number of crops. */
export interface PhotoRun {
  detections: Detection[];
  /** On how many crops it ran. */
  crops: number;
  /** Time of its runs, in milliseconds. */
  ms: number;
}

/** Analyses photos with `threads` workers. Returns the runs of each, in order. */
export async function analysePhotos(
  paths: readonly string[],
  setup: DetectorSetup,
  threads: number,
  onProgress: (done: number) => void,
): Promise<{ runs: PhotoRun[][]; seconds: number }> {
  const { results, seconds } = await inWorkers<FileJob, PhotoRun[]>(
    new URL('./detector-worker.ts', import.meta.url),
    setup,
    paths.map((path) => ({ path })),
    { threads, onProgress },
  );
  return { runs: results, seconds };
}
