import { KerbsideError } from '../errors.ts';
import { grabPicture, WalkFrames } from './walk-frames.ts';
import type { Walk, WalkOptions } from './walk-types.ts';

/** A walk that is being recorded. */
export interface WalkRecording {
  /** Resolves after `stop`. Rejects if a frame cannot be read, or if the signal aborts. */
  readonly done: Promise<Walk>;
  /** Ends the walk and chooses the best frames. */
  stop(): void;
}

/** Options of {@link recordWalk}. */
export interface RecordOptions extends WalkOptions {
  /**
   * Also returns the video. It is in memory until you store it.
   *
   * @default false
   */
  keepVideo?: boolean;
}

/**
 * Reads the frames of a playing camera while the user walks around the vehicle. One frame is read at a time, always the
 * newest: a slow device reads fewer.
 *
 * @param video Plays the stream of the camera.
 * @example
 * ```ts
 * const recording = recordWalk(video, { reader: models.frames(), onProgress: ({ sides }) => show(sides) });
 * stopButton.onclick = () => recording.stop();
 * const { sides } = await recording.done;
 * ```
 */
export function recordWalk(video: HTMLVideoElement, options: RecordOptions): WalkRecording {
  const stopped = new AbortController();
  return { done: record(video, options, stopped.signal), stop: () => stopped.abort() };
}

async function record(
  video: HTMLVideoElement,
  { reader, signal, onProgress, keepVideo = false }: RecordOptions,
  stopped: AbortSignal,
): Promise<Walk> {
  const frames = new WalkFrames(reader);
  const recorder = keepVideo ? startRecorder(video) : undefined;
  try {
    let start: number | undefined;
    while (!stopped.aborted) {
      const now = await nextFrame(video, stopped, signal);
      if (now === undefined) break;
      const picture = await grabPicture(video);
      if (!picture) continue;
      start ??= now;
      await frames.add(picture, now - start, signal);
      onProgress?.(frames.progress);
    }
    const recorded = await recorder?.stop();
    return { ...frames.finish(), ...(recorded && { video: recorded }) };
  } finally {
    void recorder?.stop();
  }
}

/** Resolves with the time of the next frame of a video, or with undefined when the walk ends. A hidden page has no frames. */
function nextFrame(
  video: HTMLVideoElement,
  stopped: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const ended = new AbortController();
  return new Promise<number | undefined>((resolve, reject) => {
    const abort = () => reject(new KerbsideError('aborted', 'The walk was aborted.'));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { signal: ended.signal });
    stopped.addEventListener('abort', () => resolve(undefined), { signal: ended.signal });
    // Firefox before 132 has no callback for frames.
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback((now) => resolve(now));
    else requestAnimationFrame((now) => resolve(now));
  }).finally(() => ended.abort());
}

/** `stop` returns undefined if nothing was recorded: a browser may have no encoder. */
function startRecorder(video: HTMLVideoElement): { stop(): Promise<Blob | undefined> } {
  if (!(video.srcObject instanceof MediaStream))
    throw new KerbsideError('invalid_input', 'The video has no stream to record. Set video.srcObject first.');
  const recorder = new MediaRecorder(video.srcObject);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  const stopped = new Promise<Blob | undefined>((resolve) => {
    recorder.addEventListener('stop', () => {
      const recorded = new Blob(chunks, { type: recorder.mimeType });
      resolve(recorded.size > 0 ? recorded : undefined);
    });
  });
  recorder.start(1000);
  return {
    stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      return stopped;
    },
  };
}
