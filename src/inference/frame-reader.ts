import type { FrameView } from '../analysis/guide/frame-view.ts';
import type { FoundDamage } from '../analysis/walk/close-ups.ts';
import type { TextSight } from '../domain/sights/sight.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { KerbsideError } from '../errors.ts';
import type { EnginePool } from './engines/engine-pool.ts';
import type { EngineJob } from './engines/engine-workers.ts';
import type { ModelLibrary } from './files/model-library.ts';
import { findDamages, type SidePhoto } from './frames/find-damages.ts';
import type { FrameText } from './frames/frame-pipeline.ts';
import type { CameraFrame } from './frames/frame-pixels.ts';
import { findPartModel, findTextModels } from './task-models.ts';
import type { EngineMethods } from './worker/engine-methods.ts';

/**
 * Reads frames of a camera in a worker. Every method takes the frame over and closes it.
 *
 * Frames share the worker with tasks. Call a method again only when the last call has ended, with the newest frame.
 */
export interface FrameReader {
  /**
   * Returns what a frame shows: vehicle, side, distance, sharpness, light.
   *
   * @throws `model_unavailable` if the part model cannot be downloaded, `aborted`, `closed`, or the failure of the engine.
   */
  look(frame: CameraFrame, signal?: AbortSignal): Promise<FrameView>;
  /**
   * Returns how sharp and well lit a frame is. It searches no vehicle, and takes a fraction of the time of `look`.
   *
   * @throws the same.
   */
  assess(frame: CameraFrame, signal?: AbortSignal): Promise<FrameView>;
  /**
   * Returns the text on a frame.
   *
   * @throws the same, and `unsupported` if no model reads text.
   */
  readText(frame: CameraFrame, sight: TextSight, signal?: AbortSignal): Promise<FrameText>;
  /** Returns a frame as a JPEG. */
  encode(frame: CameraFrame, signal?: AbortSignal): Promise<Blob>;
  /**
   * Looks for damage on a photo before its task starts, with the models of the task. Nothing is stored: the task decides.
   *
   * @throws `photo_invalid`, or what a task on this photo would fail with.
   */
  findDamages(photo: SidePhoto, signal?: AbortSignal): Promise<FoundDamage[]>;
}

interface FrameReaderDeps {
  library: Pick<ModelLibrary, 'manifest'>;
  pool: Pick<EnginePool, 'run' | 'runOnAnyEngine'>;
  analyzer: Pick<Analyzer, 'analyze'>;
}

/** Creates the frame reader of a browser, on the workers that also run tasks. */
export function createFrameReader({ library, pool, analyzer }: FrameReaderDeps): FrameReader {
  const listModels = async () => (await library.manifest()).models;
  /** Runs a job on the worker that has the part model, or on any worker if there is no such model. */
  const runWithParts = async (
    job: (worker: EngineMethods, key?: string) => Promise<FrameView>,
    signal: AbortSignal | undefined,
  ) => {
    const parts = findPartModel(await listModels());
    if (!parts) return pool.runOnAnyEngine(job, signal);
    return (await pool.run(parts, job, signal, FRAME_JOB)).value;
  };
  return {
    look: (frame, signal) =>
      closeAfter(frame, () =>
        runWithParts((worker, key) => worker.lookAtFrame(duplicate(frame), key), signal),
      ),
    assess: (frame, signal) =>
      closeAfter(frame, () => runWithParts((worker) => worker.lookAtFrame(duplicate(frame)), signal)),
    readText: (frame, sight, signal) =>
      closeAfter(frame, async () => {
        const models = findTextModels(await listModels());
        if (!models) throw new KerbsideError('unsupported', 'No model of the manifest reads text.');
        const read: EngineJob<FrameText> = (worker, ...keys) =>
          worker.readFrameText(duplicate(frame), keys, sight);
        return (await pool.run(models, read, signal, FRAME_JOB)).value;
      }),
    // Detections on an image are remembered by its id, for all readers.
    findDamages: (photo, signal = new AbortController().signal) =>
      findDamages(analyzer, photo, crypto.randomUUID(), signal),
    encode: (frame, signal) =>
      closeAfter(frame, () => pool.runOnAnyEngine((worker) => worker.encodeFrame(duplicate(frame)), signal)),
  };
}

const FRAME_JOB = { isFrame: true };

async function closeAfter<T>(frame: CameraFrame, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } finally {
    frame.close();
  }
}

/** Returns what is sent to a worker. If that fails, another one gets the frame too. A `VideoFrame` is not copied. */
function duplicate(frame: CameraFrame): CameraFrame {
  return 'clone' in frame ? frame.clone() : frame;
}
