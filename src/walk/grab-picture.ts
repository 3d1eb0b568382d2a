import type { WalkPicture } from './walk-types.ts';

/**
 * Returns the frame that a video shows, without decoding it again where the browser can. Returns undefined if there is none
 * yet: Chromium announces the first frame of a stream before it can be read.
 */
export async function grabPicture(video: HTMLVideoElement): Promise<WalkPicture | undefined> {
  try {
    // Safari before 16.4 and Firefox before 130 have no VideoFrame.
    if (typeof VideoFrame === 'undefined') return await createImageBitmap(video);
    return new VideoFrame(video, { timestamp: Math.round(video.currentTime * 1e6) });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return undefined;
    throw error;
  }
}
