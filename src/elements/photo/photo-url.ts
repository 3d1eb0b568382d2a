/** Keeps the object URL of a photo, and revokes it when the photo changes. */
export class PhotoUrl {
  #photo: Blob | string | undefined;
  #url: string | undefined;

  get(photo: Blob | string | undefined): string | undefined {
    if (photo === this.#photo) return this.#url;
    this.release();
    this.#photo = photo;
    this.#url = photo instanceof Blob ? URL.createObjectURL(photo) : photo;
    return this.#url;
  }

  release(): void {
    if (this.#photo instanceof Blob && this.#url) URL.revokeObjectURL(this.#url);
    this.#photo = undefined;
    this.#url = undefined;
  }
}
