import { html, nothing, type TemplateResult } from 'lit';
import type { ThumbnailSource } from './thumbnails.ts';

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
