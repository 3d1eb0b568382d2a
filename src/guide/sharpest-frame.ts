import type { CameraFrame } from '../inference/frames/frame-pixels.ts';

/**
 * Keeps the sharpest of the latest good frames, for cameras that take no photo of their own, or only poor ones. It holds one frame,
 * and another one while that is read: a camera has few buffers.
 */
export class SharpestFrame {
  #best: { frame: CameraFrame; blurriness: number } | undefined;

  /**
   * Keeps the frame if it is sharper than the one that is kept.
   *
   * @param blurriness Undefined if the frame is not good: then the earlier ones do not count either.
   */
  offer(frame: CameraFrame | undefined, blurriness: number | undefined): void {
    if (blurriness === undefined) this.clear();
    if (!frame) return;
    if (blurriness === undefined || (this.#best && this.#best.blurriness <= blurriness)) {
      frame.close();
      return;
    }
    this.clear();
    this.#best = { frame, blurriness };
  }

  /** Returns the sharpest frame, which the caller closes. */
  take(): CameraFrame | undefined {
    const frame = this.#best?.frame;
    this.#best = undefined;
    return frame;
  }

  clear(): void {
    this.take()?.close();
  }
}
