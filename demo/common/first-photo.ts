import { html, nothing, type TemplateResult } from 'lit';
import type { LoadedInspection } from './loaded-inspection.ts';
import type { ThumbnailSource } from './thumbnails.ts';

/** Renders the first photo of an inspection in a list. */
export function renderFirstPhoto(
  { inspection, entities }: Pick<LoadedInspection, 'inspection' | 'entities'>,
  thumbnails: ThumbnailSource,
): TemplateResult | typeof nothing {
  const image = entities.images[inspection.images[0] ?? ''];
  const thumbnail = image && thumbnails.get(image.id);
  if (!thumbnail || 'error' in thumbnail) return nothing;
  return html`<kerbside-photo
    thumbnail
    .photo=${thumbnail.photo}
    .width=${image.imageWidth}
    .height=${image.imageHeight}
  ></kerbside-photo>`;
}
