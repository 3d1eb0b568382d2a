import type { Kerbside } from 'kerbside';

const WIDTH = 480;

/** Small pictures of photos, made one at a time: twenty 12-megapixel photos decoded at once would not fit a phone. */
export class Thumbnails {
  readonly #kerbside: Kerbside;
  readonly #urls: string[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(kerbside: Kerbside) {
    this.#kerbside = kerbside;
  }

  /** Rejects where the photo is damaged, or of a type that this browser can not show. */
  make(imageId: string): Promise<string> {
    const made = this.#queue.then(() => this.#make(imageId));
    this.#queue = made.catch(() => {});
    return made;
  }

  close(): void {
    this.#closed = true;
    for (const url of this.#urls) URL.revokeObjectURL(url);
  }

  async #make(imageId: string): Promise<string> {
    if (this.#closed) throw new DOMException('The page was left', 'AbortError');
    const { bytes, type } = await this.#kerbside.images.photo(imageId);
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), {
      resizeWidth: WIDTH,
      resizeQuality: 'medium',
    });
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const url = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 }));
    this.#urls.push(url);
    return url;
  }
}
