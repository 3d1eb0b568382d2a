/** The address of a picture: a Blob's is made once, and let go of with the next one. */
export class PhotoUrl {
  #photo: Blob | string | undefined;
  #url: string | undefined;

  of(photo: Blob | string | undefined): string | undefined {
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
