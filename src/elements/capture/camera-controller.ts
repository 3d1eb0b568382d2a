import type { ReactiveController, ReactiveControllerHost } from 'lit';

export type CameraState = 'closed' | 'opening' | 'live' | 'unavailable';

/** What the camera needs of the browser: `navigator.mediaDevices`, which only HTTPS pages have. */
type MediaSource = Pick<MediaDevices, 'getUserMedia'>;

/** Opens the camera for its host and stops it with the dialog: otherwise the camera light stays on. */
export class CameraController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #media: MediaSource | undefined;
  #stream: MediaStream | undefined;
  #isWanted = false;
  state: CameraState = 'closed';

  constructor(
    host: ReactiveControllerHost,
    media = globalThis.navigator?.mediaDevices as MediaSource | undefined,
  ) {
    this.#host = host;
    this.#media = media;
    host.addController(this);
  }

  hostConnected(): void {}

  hostDisconnected(): void {
    this.close();
  }

  get isAvailable(): boolean {
    return this.#media !== undefined && this.state !== 'unavailable';
  }

  get stream(): MediaStream | undefined {
    return this.#stream;
  }

  async open(): Promise<void> {
    if (!this.#media || this.#isWanted) return;
    this.#isWanted = true;
    this.#setState('opening');
    try {
      const stream = await openCamera(this.#media);
      if (this.#isWanted) {
        this.#stream = stream;
        this.#setState('live');
      } else stopCamera(stream); // closed while it was opening
    } catch {
      this.#isWanted = false;
      this.#setState('unavailable'); // permission denied, or no camera: files are used instead
    }
  }

  close(): void {
    this.#isWanted = false;
    if (this.#stream) stopCamera(this.#stream);
    this.#stream = undefined;
    if (this.state !== 'unavailable') this.#setState('closed');
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

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
