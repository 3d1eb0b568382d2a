import { CameraFrames, createVideo } from './camera-frames.ts';
import type { LiveGuide, LiveGuideOptions } from './guide.ts';
import { GuideLoop } from './guide-loop.ts';

/**
 * Guides a user who photographs a vehicle: reads frames of the camera on this device, says what to do, takes each photo by
 * itself when side, distance and sharpness are right for half a second, and goes on to the next sight.
 *
 * One frame is read at a time, always the newest. The rate follows the speed and the battery of the device. Nothing is read
 * while the page is hidden.
 *
 * @param source The stream of a camera, or a video element that shows it.
 * @returns The running guide. Call `close` when the camera closes.
 *
 * @example
 * import { guideText, liveGuide } from 'kerbside/guide';
 *
 * const guide = liveGuide(video, {
 *   kerbside,
 *   sights: [{ kind: 'viewpoint', id: 'front' }, { kind: 'viewpoint', id: 'left' }],
 *   onStatus: (status) => (statusLine.textContent = guideText(status, 'en')),
 *   onPhoto: async ({ sight, photo }) => {
 *     await kerbside.images.addOne(inspectionId, { name: sight.id }, photo);
 *   },
 * });
 */
export function liveGuide(source: MediaStream | HTMLVideoElement, options: LiveGuideOptions): LiveGuide {
  const video = source instanceof MediaStream ? createVideo(source) : source;
  return new GuideLoop(new CameraFrames(video), options);
}
