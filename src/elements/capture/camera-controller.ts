import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ElementMessages } from '../locales/messages.ts';

export type CameraState = 'closed' | 'opening' | 'live' | 'unavailable';

/**
 * Why the camera cannot be used. `denied`: the user or a policy refused it. `busy`: another app uses it, or took it away.
 * `absent`: the device has none. `failed`: anything else.
 */
type CameraFault = keyof ElementMessages['capture']['faults'];

/** The part of `navigator.mediaDevices` that the camera uses. Only HTTPS pages have it. */
type MediaSource = Pick<
  MediaDevices,
  'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
>;

/**
 * Opens the camera for its host and stops it with the dialog: otherwise the camera light stays on.
 *
 *   closed ──open──▶ opening ─┬─▶ live ──ended──▶ unavailable (busy, or denied)
 *     ▲                       └─▶ unavailable: see `fault`
 *     └────────────── close ──────────┘
 *
 * A phone may end the camera while the page is hidden, or another app may take it. If it ended, it is opened again when
 * the page is visible.
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
  /** Of the camera that the user chose; undefined: the rear one. */
  #deviceId: string | undefined;
  #deviceIds: readonly string[] = [];
  readonly #onDeviceChange = () => {
    if (this.fault === 'absent') this.fault = undefined;
    this.#host.requestUpdate();
  };
  readonly #onVisible = () => {
    if (document.visibilityState === 'visible' && this.#isEnded) void this.reopen();
  };
  state: CameraState = 'closed';
  /** Why the camera is unavailable. */
  fault: CameraFault | undefined;
  /** Whether it is the front camera, which faces the user. */
  isFront = false;
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
    document.addEventListener('visibilitychange', this.#onVisible);
  }

  hostDisconnected(): void {
    this.#media?.removeEventListener('devicechange', this.#onDeviceChange);
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.close();
  }

  /** Whether `open` may succeed. */
  get isAvailable(): boolean {
    return this.#media !== undefined && this.fault !== 'absent';
  }

  get stream(): MediaStream | undefined {
    return this.#stream;
  }

  /** Whether the device has another camera to switch to. */
  get hasOtherCamera(): boolean {
    return this.#deviceIds.length > 1;
  }

  /** Asks for the camera again after a fault. */
  async reopen(): Promise<void> {
    this.close();
    await this.open();
  }

  /** Switches to the next camera of the device. */
  async switchCamera(): Promise<void> {
    const current = this.#stream?.getVideoTracks()[0]?.getSettings().deviceId ?? '';
    const next = (this.#deviceIds.indexOf(current) + 1) % this.#deviceIds.length;
    this.#deviceId = this.#deviceIds[next];
    await this.reopen();
  }

  async open(): Promise<void> {
    if (this.#request) return;
    if (!this.#media) {
      this.#fail('absent');
      return;
    }
    const request = Symbol('open');
    this.#request = request;
    this.#setState('opening');
    try {
      const stream = await openCamera(this.#media, this.#deviceId);
      if (this.#request !== request) return stopCamera(stream); // closed while it was opening
      this.#use(stream);
      // Only now: before the user has allowed the camera, devices have no ids.
      const devices = await this.#media.enumerateDevices().catch(() => []);
      const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId);
      this.#deviceIds = cameras.map(({ deviceId }) => deviceId);
      this.#host.requestUpdate();
    } catch (error) {
      if (this.#request === request) this.#fail(toCameraFault(error));
    }
  }

  #use(stream: MediaStream): void {
    this.#stream = stream;
    this.torch = findTorch(stream) && 'off';
    const [track] = stream.getVideoTracks();
    this.isFront = track?.getSettings().facingMode === 'user';
    track?.addEventListener('ended', async () => {
      const fault = (await isRefused()) ? 'denied' : 'busy';
      if (this.#stream === stream) this.#fail(fault);
    });
    this.#setState('live');
  }

  /** Whether the camera was live and something ended it. */
  get #isEnded(): boolean {
    return this.state === 'unavailable' && this.fault === 'busy';
  }

  #fail(fault: CameraFault): void {
    this.#request = undefined;
    this.#stream = undefined;
    this.torch = undefined;
    this.fault = fault;
    // A chosen camera that was unplugged is not asked for again.
    this.#deviceId = undefined;
    this.#setState('unavailable');
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
    if (this.fault !== 'absent') this.fault = undefined;
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

/** Opens a camera, by default the rear one, at the highest resolution up to 4K. */
function openCamera(media: MediaSource, deviceId: string | undefined): Promise<MediaStream> {
  const camera = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } };
  return media.getUserMedia({
    audio: false,
    video: { ...camera, width: { ideal: 3840 }, height: { ideal: 2160 } },
  });
}

/** Returns the track that has a torch. Chromium says `true`, the specification `[false, true]`; older browsers nothing. */
function findTorch(stream: MediaStream): MediaStreamTrack | undefined {
  return stream.getVideoTracks().find((track) => {
    const { torch } = (track.getCapabilities?.() ?? {}) as { torch?: boolean | boolean[] };
    return [torch].flat().includes(true);
  });
}

/** Returns whether the user has taken the permission back. Older browsers do not know: then another app is more likely. */
async function isRefused(): Promise<boolean> {
  const query = navigator.permissions?.query({ name: 'camera' });
  return (await query?.catch(() => undefined))?.state === 'denied';
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Returns the fault for an error of `getUserMedia`: https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia */
function toCameraFault(error: unknown): CameraFault {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    // Chromium on Windows and Firefox report a camera that is in use as AbortError.
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    case 'NotFoundError':
      return 'absent';
    default:
      return 'failed';
  }
}
