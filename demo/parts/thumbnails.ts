import type { Kerbside } from 'kerbside';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const WIDTH = 640;

export type Thumbnail = { picture: Blob } | { error: unknown };

export interface ThumbnailSource {
  /** Undefined at first: another source follows once it is made. */
  of(imageId: string): Thumbnail | undefined;
}

/** Small pictures of photos, made one at a time: twenty 12-megapixel photos decoded at once would not fit a phone. */
export class Thumbnails implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #kerbside: () => Kerbside;
  readonly #made = new Map<string, Thumbnail | undefined>();
  #queue: Promise<unknown> = Promise.resolve();
  #isShown = true;
  /** What is there by now. Another object whenever there is more, so that elements that are given it see the change. */
  source: ThumbnailSource = this.#sourceNow();

  constructor(host: ReactiveControllerHost, kerbside: () => Kerbside) {
    this.#host = host;
    this.#kerbside = kerbside;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isShown = true;
  }

  hostDisconnected(): void {
    this.#isShown = false;
    this.#made.clear();
  }

  #sourceNow(): ThumbnailSource {
    return {
      of: (imageId) => {
        if (!this.#made.has(imageId)) {
          this.#made.set(imageId, undefined);
          this.#queue = this.#queue.then(() => this.#make(imageId));
        }
        return this.#made.get(imageId);
      },
    };
  }

  async #make(imageId: string): Promise<void> {
    if (!this.#isShown) return;
    const made = await thumbnailOf(this.#kerbside(), imageId).then(
      (picture) => ({ picture }),
      (error: unknown) => ({ error }),
    );
    if (!this.#isShown) return;
    this.#made.set(imageId, made);
    this.source = this.#sourceNow();
    this.#host.requestUpdate();
  }
}

/** Rejects where the photo is damaged, or of a type that this browser can not show. */
async function thumbnailOf(kerbside: Kerbside, imageId: string): Promise<Blob> {
  const { bytes, type } = await kerbside.images.photo(imageId);
  const bitmap = await createImageBitmap(new Blob([bytes], { type }), {
    resizeWidth: WIDTH,
    resizeQuality: 'medium',
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
}
