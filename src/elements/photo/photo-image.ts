import { html, nothing, type TemplateResult } from 'lit';
import type { ElementMessages } from '../locales/messages.ts';
import type { Size } from './drawing.ts';

interface PhotoImage {
  src: string | undefined;
  name: string;
  isThumbnail: boolean;
  hasFailed: boolean;
  messages: ElementMessages['photo'];
  onLoad(naturalSize: Size): void;
  onError(): void;
}

/** Renders the photo, or that it cannot be shown. */
export function renderPhotoImage(image: PhotoImage): TemplateResult | typeof nothing {
  const { src, name, isThumbnail, hasFailed, messages, onLoad, onError } = image;
  if (hasFailed) return html`<p class="missing">${messages.notShown}</p>`;
  if (!src) return nothing;
  const handleLoad = ({ currentTarget }: Event) => {
    const { naturalWidth, naturalHeight } = currentTarget as HTMLImageElement;
    onLoad({ width: naturalWidth, height: naturalHeight });
  };
  return html`<img
    part="image"
    src=${src}
    alt=${isThumbnail ? '' : messages.photo(name)}
    draggable="false"
    @load=${handleLoad}
    @error=${onError}
  />`;
}

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
