import type { Kerbside } from 'kerbside';
import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { CropRegion } from './crop.ts';

const WIDTH = 640;

/** Where photos come from: this device, or a service. */
export interface PhotoReader {
  images: {
    /** Returns a small copy of a whole photo. Absent if the page makes it. */
    thumbnail?(imageId: string): Promise<Blob>;
    photo(imageId: string): Promise<Pick<Awaited<ReturnType<Kerbside['images']['photo']>>, 'bytes' | 'type'>>;
  };
}

export type Thumbnail = { photo: Blob } | { error: unknown };

export interface ThumbnailSource {
  /**
   * Returns undefined at first, and starts to make the thumbnail. A new source has it once it is made.
   *
   * @param region The part of the photo to show. Default: all of it.
   */
  get(imageId: string, region?: CropRegion): Thumbnail | undefined;
}

/**
 * Gets thumbnails. Those that the page makes are made one at a time: 20 decoded photos of 12 megapixels do not fit into the
 * memory of a phone.
 */
export class Thumbnails implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #reader: () => PhotoReader;
  readonly #made = new Map<string, Thumbnail | undefined>();
  #queue: Promise<unknown> = Promise.resolve();
  #isConnected = true;
  /** A new object after every new thumbnail: elements that get it as a property are updated. */
  source: ThumbnailSource = this.#createSource();

  constructor(host: ReactiveControllerHost, reader: () => PhotoReader) {
    this.#host = host;
    this.#reader = reader;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#made.clear();
  }

  #createSource(): ThumbnailSource {
    return {
      get: (imageId, region) => {
        const key = region ? `${imageId} ${Object.values(region).join()}` : imageId;
        if (!this.#made.has(key)) {
          this.#made.set(key, undefined);
          const make = () => this.#make(key, imageId, region);
          if (this.#reader().images.thumbnail && !region) void make();
          else this.#queue = this.#queue.then(make);
        }
        return this.#made.get(key);
      },
    };
  }

  async #make(key: string, imageId: string, region: CropRegion | undefined): Promise<void> {
    if (!this.#isConnected) return;
    const made = await createThumbnail(this.#reader(), imageId, region).then(
      (photo) => ({ photo }),
      (error: unknown) => ({ error }),
    );
    if (!this.#isConnected) return;
    this.#made.set(key, made);
    this.source = this.#createSource();
    this.#host.requestUpdate();
  }
}

/** Rejects if the photo is corrupt, or of a type that this browser cannot decode. */
async function createThumbnail({ images }: PhotoReader, imageId: string, region?: CropRegion): Promise<Blob> {
  if (images.thumbnail && !region) return images.thumbnail(imageId);
  const { bytes, type } = await images.photo(imageId);
  const file = new Blob([bytes], { type });
  const options: ImageBitmapOptions = {
    resizeWidth: region ? Math.min(WIDTH, region.width) : WIDTH,
    resizeQuality: 'medium',
  };
  const bitmap = await (region
    ? createImageBitmap(file, region.x, region.y, region.width, region.height, options)
    : createImageBitmap(file, options));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
}

/** Renders the first photo of an inspection in a list. */
export function renderFirstPhoto(
  image: { id: string; width: number; height: number } | undefined,
  thumbnails: ThumbnailSource,
): TemplateResult | typeof nothing {
  const thumbnail = image && thumbnails.get(image.id);
  if (!thumbnail || 'error' in thumbnail) return nothing;
  return html`<kerbside-photo
    thumbnail
    .photo=${thumbnail.photo}
    .width=${image.width}
    .height=${image.height}
  ></kerbside-photo>`;
}
