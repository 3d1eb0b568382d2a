import type { Damage } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { getCropRegion, toCropView } from './crop.ts';
import { type LoadedInspection, listViews } from './loaded-inspection.ts';
import type { ThumbnailSource } from './thumbnails.ts';

/** Renders the damage on its best photo, with its outline. Renders nothing if no photo shows it. */
export function renderDamageCrop(
  loaded: LoadedInspection,
  damage: Damage,
  thumbnails: ThumbnailSource,
): TemplateResult | typeof nothing {
  const view = findBestView(loaded, damage);
  const image = view && loaded.entities.images[view.imageId];
  if (!view || !image) return nothing;
  const region = getCropRegion(view, image);
  const thumbnail = thumbnails.get(image.id, region);
  if (!thumbnail || 'error' in thumbnail) return html`<span class="crop"></span>`;
  return html`<span class="crop"
    ><kerbside-photo
      thumbnail
      .photo=${thumbnail.photo}
      .width=${region.width}
      .height=${region.height}
      .views=${[toCropView(view, region)]}
      .damages=${[damage]}
    ></kerbside-photo
  ></span>`;
}

/** Returns the view in which the damage is largest. */
export function findBestView(loaded: LoadedInspection, { id }: Pick<Damage, 'id'>) {
  const area = ({ boundingBox: { width, height } }: { boundingBox: { width: number; height: number } }) =>
    width * height;
  return listViews(loaded, { damageId: id }).sort((a, b) => area(b) - area(a))[0];
}
