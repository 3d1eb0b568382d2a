import type { JsonObject } from '../../src/domain/fields.ts';
import type { NormalizedResponse } from '../../src/domain/records/entities.ts';
import type { Image } from '../../src/domain/records/image.ts';
import type { View } from '../../src/domain/records/view.ts';
import { toWireInspection } from '../../src/wire/inspection.ts';
import type { Service } from '../service.ts';

/** Converts an inspection to its wire format. `light` omits the polygons, which are most of its bytes. */
export function toInspectionBody(
  { entities, result }: NormalizedResponse,
  links: Links,
  { light }: { light: boolean },
): JsonObject {
  const views = light ? mapRecords(entities.views, removePolygons) : entities.views;
  const images = mapRecords(entities.images, (image) => withPhotoUrl(image, links));
  const status = entities.inspections[result]?.status;
  return {
    ...toWireInspection(result, { ...entities, images, views }),
    pdf_generation_ready: status === 'DONE' || status === 'VALIDATED',
  };
}

type Links = Pick<Service, 'links' | 'publicUrl'>;
const DAY_MS = 86_400_000;

/** Sets the image's `path` to a signed link to its photo, as the wire format requires. */
export function withPhotoUrl(image: Image, { links, publicUrl }: Links): Image {
  return { ...image, path: publicUrl() + links.sign(`/images/${image.id}/photo`, DAY_MS) };
}

function removePolygons(view: View): View {
  return { ...view, polygons: [] };
}

/** Applies a function to each record. */
export function mapRecords<T>(records: Record<string, T>, change: (record: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(records).map(([id, record]) => [id, change(record)]));
}
