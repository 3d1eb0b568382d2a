import type { TaskName } from '../../src/domain/enums.ts';
import type { EngineName } from '../../src/inference/engine.ts';
import type { WebgpuEngineOptions } from '../../src/inference/webgpu/ort-webgpu-engine.ts';
import type { DetectionAgreement } from '../lib/compare-detections.ts';
import type { GpuStepTimes } from '../lib/workers/step-times.ts';

/** The result of `npm run bench -- engines` on one device. */
export interface EnginesResult {
  at: string;
  device: { name: string; browser: string; cores: number; webgpu?: string; webgl2?: string };
  tasks: TaskResult[];
  auto: AutoResult;
  /** From the end of the analysis until the result is stored, in milliseconds. */
  commitMs: number;
  agreements: Agreement[];
  /** What failed or could not be measured, and why. */
  skipped: string[];
}

/** A way to run a task: an engine and how it is set up. */
export interface Way {
  name: string;
  engine: EngineName;
  threads: number;
  precision: 'int8' | 'fp16';
  webgpu?: WebgpuEngineOptions;
  /**
   * Whether `auto` never takes it: files that change detections, what a GPU need not leave to the CPU, and threads on the
   * core of the page.
   */
  isExperiment?: true;
}

export interface TaskResult {
  task: TaskName;
  photo: string;
  ways: WayResult[];
  /** The time of `auto`, measured in turns with the ways. */
  autoMs: number;
  /** The engine that `auto` took, in the form of `createdBy`. */
  autoEngine: string;
  /** The same photos in tasks of several, in which the next photo is decoded while the models run. */
  together?: TogetherResult;
}

/** Per photo, in milliseconds. */
export interface TogetherResult {
  photos: number;
  ways: Omit<WayResult, 'firstMs'>[];
  autoMs: number;
}

export interface WayResult extends Pick<Way, 'engine' | 'isExperiment'> {
  way: string;
  /** Median time of a photo, from its bytes to the result, in milliseconds. */
  photoMs: number;
  p90: number;
  runs: number;
  /** The first photo, with a new worker. */
  firstMs: number;
  steps: PhotoSteps;
}

/** The time of each step of a photo, in milliseconds. */
export interface PhotoSteps {
  decode: number;
  /** On the CPU. */
  layout: number;
  /** The runs of each model, by name, with upload and read-back, and on a GPU also with the layout. */
  models: Record<string, number>;
  interpret: number;
  messages: number;
  /** During `models`. On a GPU runs overlap: waits may add up to more than `models`. */
  inRuns: GpuStepTimes;
}

export interface AutoResult {
  /** `preload` on the first visit: fetches, proves and times everything. */
  firstPreloadMs: number;
  /** `preload` with stored verdicts. */
  nextPreloadMs: number;
  /** The first photo after it. */
  firstPhotoMs: number;
  /** The engine of each task, and the sum of its models' times on a typical photo, by engine. */
  choices: { task: TaskName; engine: string; photoMs: Record<string, number> }[];
}

/** How the detections on some photos differ from those of WASM. */
export interface Agreement extends DetectionAgreement {
  model: string;
  way: string;
  photos: number;
}
