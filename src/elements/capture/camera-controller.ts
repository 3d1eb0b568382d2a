import type { ReactiveController, ReactiveControllerHost } from 'lit';

export type CameraState = 'closed' | 'opening' | 'live' | 'unavailable';

/** What the camera needs of the browser: `navigator.mediaDevices`, which only HTTPS pages have. */
type MediaSource = Pick<MediaDevices, 'getUserMedia' | 'addEventListener' | 'removeEventListener'>;

/**
 * Opens the camera for its host and stops it with the dialog: otherwise the camera light stays on.
 *
 *   closed ──open──▶ opening ─┬─▶ live
 *     ▲                       └─▶ unavailable: permission denied, no camera, or another app uses it
 *     └────────────── close ──────────┘
 *
 * After each close the next `open` asks the browser again: the user may have changed the permission. Only a device without
 * a camera is not asked again, until one is connected.
 */
export class CameraController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #media: MediaSource | undefined;
  #stream: MediaStream | undefined;
  /** The latest `open` that was not closed. Streams of earlier ones are stopped as soon as they arrive. */
  #request: symbol | undefined;
  #hasNoCamera = false;
  readonly #onDeviceChange = () => {
    this.#hasNoCamera = false;
    this.#host.requestUpdate();
  };
  state: CameraState = 'closed';
  /** Undefined if the camera has no torch. */
  torch: 'on' | 'off' | undefined;

  constructor(
    host: ReactiveControllerHost,
    media = globalThis.navigator?.mediaDevices as MediaSource | undefined,
  ) {
    this.#host = host;
    this.#media = media;
    host.addController(this);
  }

  hostConnected(): void {
    this.#media?.addEventListener('devicechange', this.#onDeviceChange);
  }

  hostDisconnected(): void {
    this.#media?.removeEventListener('devicechange', this.#onDeviceChange);
    this.close();
  }

  /** Whether `open` may succeed. */
  get isAvailable(): boolean {
    return this.#media !== undefined && !this.#hasNoCamera;
  }

  get stream(): MediaStream | undefined {
    return this.#stream;
  }

  async open(): Promise<void> {
    if (!this.#media || this.#request) return;
    const request = Symbol('open');
    this.#request = request;
    this.#setState('opening');
    try {
      const stream = await openCamera(this.#media);
      if (this.#request !== request) return stopCamera(stream); // closed while it was opening
      this.#stream = stream;
      this.torch = findTorch(stream) && 'off';
      this.#setState('live');
    } catch (error) {
      if (this.#request !== request) return;
      this.#request = undefined;
      this.#hasNoCamera = error instanceof DOMException && error.name === 'NotFoundError';
      this.#setState('unavailable');
    }
  }

  /** Switches the torch. Some cameras promise one and refuse: then it is off for good. */
  async switchTorch(): Promise<void> {
    const stream = this.#stream;
    const wanted = this.torch === 'on' ? 'off' : 'on';
    try {
      // The type of the DOM library has no torch: https://w3c.github.io/mediacapture-image/#torch
      const constraint = { torch: wanted === 'on' } as MediaTrackConstraintSet;
      await (stream && findTorch(stream))?.applyConstraints({ advanced: [constraint] });
      if (this.#stream === stream) this.torch = wanted;
    } catch {
      if (this.#stream === stream) this.torch = undefined;
    }
    this.#host.requestUpdate();
  }

  close(): void {
    this.#request = undefined;
    if (this.#stream) stopCamera(this.#stream);
    this.#stream = undefined;
    this.torch = undefined;
    this.#setState('closed');
  }

  #setState(state: CameraState): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}

/** Returns the current frame of a video as a JPEG. */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}

/** Opens the rear camera at the highest resolution up to 4K. */
function openCamera(media: MediaSource): Promise<MediaStream> {
  return media.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 3840 }, height: { ideal: 2160 } },
  });
}

/** Returns the track that has a torch. Chromium says `true`, the specification `[false, true]`; older browsers nothing. */
function findTorch(stream: MediaStream): MediaStreamTrack | undefined {
  return stream.getVideoTracks().find((track) => {
    const { torch } = (track.getCapabilities?.() ?? {}) as { torch?: boolean | boolean[] };
    return [torch].flat().includes(true);
  });
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
