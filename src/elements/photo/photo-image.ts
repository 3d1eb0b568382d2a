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
