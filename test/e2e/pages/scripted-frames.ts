import type { FrameView } from '../../../src/analysis/guide/frame-view.ts';
import type { Viewpoint } from '../../../src/domain/enums.ts';
import type { FrameSource } from '../../../src/guide/index.ts';
import { encodeFrame } from '../../../src/inference/frames/frame-pixels.ts';

/** How a frame differs from a good one. `vehicle: undefined`: it shows none. */
export type FrameChanges = { [field in keyof FrameView]?: FrameView[field] | undefined };

const BOX = { x0: 0.1, y0: 0.2, x1: 0.9, y1: 0.8 };
const SHARP = { blurriness: 0.1, underexposure: 0.1, overexposure: 0, lensFlare: 0, lowResolution: 0 };
const THUMBNAIL = { width: 64, height: 48 };

export const quality = (changed: Partial<FrameView['quality']>): FrameChanges => ({
  quality: { ...SHARP, ...changed },
});

export const vehicle = (
  box: Partial<typeof BOX> = {},
  viewpoint: Viewpoint = 'left',
  tilt = 0,
): FrameChanges => ({ vehicle: { box: { ...BOX, ...box }, viewpoint, confidence: 0.9, tilt } });

/**
 * Returns what reads frames without a model: each shows the left side of a vehicle, whole and sharp, but for what `describe` returns
 * when it is read.
 *
 * @param isMoving Whether the picture changes from frame to frame.
 */
export function createScriptedFrames(describe: () => FrameChanges, isMoving = false): FrameSource {
  let moved = 0;
  const look = async (frame: { close(): void }): Promise<FrameView> => {
    frame.close();
    moved += isMoving ? 5000 : 0;
    const { width, height } = THUMBNAIL;
    const data = Uint8Array.from({ length: width * height }, (_, at) => 90 + ((at * 37 + moved) % 97));
    const good = { width: 640, height: 480, hasPartModel: true, ...vehicle(), ...quality({}) };
    return { ...good, ...describe(), thumbnail: { ...THUMBNAIL, data } } as FrameView;
  };
  const reader = {
    look,
    assess: look,
    readText: async (frame: VideoFrame | ImageBitmap) => ({
      value: '',
      confidence: 0,
      view: await look(frame),
    }),
    encode: (frame: VideoFrame | ImageBitmap) => encodeFrame(frame).finally(() => frame.close()),
    findDamages: async () => [],
  };
  return { frames: async () => reader };
}
