import type { Kerbside, Viewpoint } from 'kerbside';
import type { FoundDamage } from 'kerbside/models';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A stored photo of a side. */
export interface SideImage {
  imageId: string;
  viewpoint: Viewpoint;
  photo: Blob;
}

/**
 * Finds damage on photos of sides, one after the other, while the user takes the next ones: frames of the camera and these
 * photos take turns. The results are a preview: they are not stored, and the analysis decides later.
 */
export class FoundDamages implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #abort = new AbortController();
  #queue: Promise<void> = Promise.resolve();
  /** By image id. */
  readonly found = new Map<string, readonly FoundDamage[]>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Finds damage on a photo after those before it. Resolves when it is done, also without a result. */
  find(kerbside: Kerbside, image: SideImage): Promise<void> {
    const { signal } = this.#abort;
    this.#queue = this.#queue.then(() => this.#find(kerbside, image, signal));
    return this.#queue;
  }

  /** A missing model is no error here: the analysis reports it. */
  async #find(kerbside: Kerbside, { imageId, ...side }: SideImage, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const found = await kerbside.models?.frames().findDamages(side, signal);
      if (found) this.found.set(imageId, found);
      this.#host.requestUpdate();
    } catch {
      // The ring shows what was found until then.
    }
  }
}
