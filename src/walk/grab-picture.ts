import type { WalkPicture } from './walk-types.ts';

/** Returns the frame that a video shows, without decoding it again where the browser can. */
export async function grabPicture(video: HTMLVideoElement): Promise<WalkPicture> {
  // Safari before 16.4 and Firefox before 130 have no VideoFrame.
  if (typeof VideoFrame === 'undefined') return createImageBitmap(video);
  return new VideoFrame(video, { timestamp: Math.round(video.currentTime * 1e6) });
}
