import type { FoundDamage, Kerbside, Viewpoint } from 'kerbside';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A photo of a side that a walk added. */
export interface WalkedImage {
  imageId: string;
  viewpoint: Viewpoint;
  photo: Blob;
}

/**
 * Looks for damage on the photos of a walk, one after the other, while the user goes on. The results are a preview: they are
 * not stored, and the analysis decides later.
 */
export class FoundDamages implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #abort = new AbortController();
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

  /** Without the models, there is no preview: that is no error, because the analysis says it. */
  async look(kerbside: Kerbside, images: readonly WalkedImage[]): Promise<void> {
    const { signal } = this.#abort;
    try {
      const frames = await kerbside.frames();
      for (const { imageId, ...side } of images) {
        this.found.set(imageId, await frames.findDamages(side, signal));
        this.#host.requestUpdate();
      }
    } catch {
      // The ring shows what was found until then.
    }
  }
}
