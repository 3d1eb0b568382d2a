import type { CameraFrame } from '../inference/frames/frame-pixels.ts';

/** Longer side of a frame that is read where there is no `VideoFrame`: enough for text. */
const BITMAP_SIDE = 1280;
/** A camera that does not deliver a photo within this time gets none: the frame is taken. */
const PHOTO_TIMEOUT_MS = 4000;

/** Takes frames and photos of a video that shows a camera. */
export class CameraFrames {
  readonly video: HTMLVideoElement;

  constructor(video: HTMLVideoElement) {
    this.video = video;
  }

  /** Whether the video shows a picture. */
  get hasPicture(): boolean {
    return this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && this.video.videoWidth > 0;
  }

  /** Returns the current frame, for reading it. The caller closes it. */
  async grab(): Promise<CameraFrame> {
    if (typeof VideoFrame !== 'undefined') return new VideoFrame(this.video);
    const { videoWidth, videoHeight } = this.video;
    const scale = Math.min(1, BITMAP_SIDE / Math.max(videoWidth, videoHeight));
    return createImageBitmap(this.video, {
      resizeWidth: Math.round(videoWidth * scale),
      resizeHeight: Math.round(videoHeight * scale),
    });
  }

  /** Returns the current frame at full size, for a photo. The caller closes it. */
  async grabFull(): Promise<CameraFrame> {
    return typeof VideoFrame !== 'undefined' ? new VideoFrame(this.video) : createImageBitmap(this.video);
  }

  /** Returns whether the camera takes photos with more pixels than its video has. */
  async takesLargerPhotos(): Promise<boolean> {
    try {
      const capabilities = await this.#createImageCapture()?.getPhotoCapabilities();
      return (capabilities?.imageWidth?.max ?? 0) > this.video.videoWidth;
    } catch {
      return false;
    }
  }

  /** Takes a photo at the full resolution of the camera. Returns undefined if it cannot. */
  async takeLargePhoto(): Promise<Blob | undefined> {
    const capture = this.#createImageCapture();
    if (!capture) return undefined;
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, PHOTO_TIMEOUT_MS));
    return Promise.race([capture.takePhoto().catch(() => undefined), timeout]);
  }

  #createImageCapture(): ImageCapture | undefined {
    const { srcObject } = this.video;
    if (typeof ImageCapture === 'undefined' || !(srcObject instanceof MediaStream)) return undefined;
    const [track] = srcObject.getVideoTracks();
    return track?.readyState === 'live' ? new ImageCapture(track) : undefined;
  }
}

/** Returns a playing video of the stream, which no page shows. */
export function createVideo(stream: MediaStream): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  void video.play().catch(() => {}); // without a picture there are no frames
  return video;
}
