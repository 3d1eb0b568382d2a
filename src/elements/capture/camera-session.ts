import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Cameras, openCamera, stopCamera } from './camera.ts';

export type CameraState = 'closed' | 'opening' | 'live' | 'none';

/** The camera while it is needed: it is let go of with the dialog, or the lamp beside it would stay on. */
export class CameraSession implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #cameras: Cameras | undefined;
  #stream: MediaStream | undefined;
  #wanted = false;
  state: CameraState = 'closed';

  constructor(
    host: ReactiveControllerHost,
    cameras = globalThis.navigator?.mediaDevices as Cameras | undefined,
  ) {
    this.#host = host;
    this.#cameras = cameras;
    host.addController(this);
  }

  hostConnected(): void {}

  hostDisconnected(): void {
    this.close();
  }

  get isThere(): boolean {
    return this.#cameras !== undefined && this.state !== 'none';
  }

  get stream(): MediaStream | undefined {
    return this.#stream;
  }

  async open(): Promise<void> {
    if (!this.#cameras || this.#wanted) return;
    this.#wanted = true;
    this.#become('opening');
    try {
      const stream = await openCamera(this.#cameras);
      if (this.#wanted) {
        this.#stream = stream;
        this.#become('live');
      } else stopCamera(stream); // closed before it was open
    } catch {
      this.#wanted = false;
      this.#become('none'); // refused, or there is none: files are taken instead
    }
  }

  close(): void {
    this.#wanted = false;
    if (this.#stream) stopCamera(this.#stream);
    this.#stream = undefined;
    if (this.state !== 'none') this.#become('closed');
  }

  #become(state: CameraState): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}
