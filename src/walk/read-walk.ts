import { KerbsideError } from '../errors.ts';
import { grabPicture, WalkFrames } from './walk-frames.ts';
import type { Walk, WalkOptions } from './walk-types.ts';

/** A frame is read at least this often. */
const MAX_STEP_S = 0.4;
/** Longer videos are read in larger steps: nobody needs more frames of a walk. */
const MAX_FRAMES = 150;

/**
 * Reads a video of a walk around the vehicle and chooses the best frame of each side, on the device.
 *
 * @param file A video that the browser can play.
 * @throws `photo_invalid` if the browser cannot play it, `unsupported` if no part model is available, `aborted`.
 * @example
 * ```ts
 * const { sides } = await readWalk(file, { reader: models.frames() });
 * const { photos, best } = sides.left ?? { photos: [], best: 0 };
 * ```
 */
export async function readWalk(file: Blob, { reader, signal, onProgress }: WalkOptions): Promise<Walk> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url });
    const known = waitFor(video, 'loadedmetadata', signal);
    // iOS ignores preload: load() reads the file, a seek its frames. https://github.com/TryGhost/Koenig/pull/1122
    video.load();
    await known;
    const duration = await findDuration(video, signal);
    const step = Math.max(duration / MAX_FRAMES, Math.min(MAX_STEP_S, duration / 24));
    const frames = new WalkFrames(reader);
    for (let at = 0; at < duration; at += step) {
      await seek(video, at, signal);
      const picture = await grabPicture(video);
      if (picture) await frames.add(picture, 1000 * at, signal);
      onProgress?.({ ...frames.progress, share: Math.min(1, (at + step) / duration) });
    }
    return frames.finish();
  } finally {
    video.removeAttribute('src');
    video.load(); // releases the decoder
    URL.revokeObjectURL(url);
  }
}

/** A file of MediaRecorder has no duration until the browser has sought its end: https://crbug.com/642012 */
async function findDuration(video: HTMLVideoElement, signal: AbortSignal | undefined): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration;
  await seek(video, Number.MAX_SAFE_INTEGER, signal);
  return Number.isFinite(video.duration) ? video.duration : video.currentTime;
}

async function seek(video: HTMLVideoElement, at: number, signal: AbortSignal | undefined): Promise<void> {
  const sought = waitFor(video, 'seeked', signal);
  video.currentTime = at;
  await sought;
}

function waitFor(video: HTMLVideoElement, type: string, signal: AbortSignal | undefined): Promise<void> {
  const ended = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const options = { signal: ended.signal };
    const abort = () => reject(new KerbsideError('aborted', 'The walk was aborted.'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, options);
    video.addEventListener(type, () => resolve(), options);
    video.addEventListener(
      'error',
      () =>
        reject(
          new KerbsideError(
            'photo_invalid',
            'This browser cannot play the video. Choose an MP4 or WebM file.',
          ),
        ),
      options,
    );
  }).finally(() => ended.abort());
}
