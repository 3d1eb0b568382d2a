import type { Damage } from '../../../domain/damage.ts';
import type { Entities } from '../../../domain/entities.ts';
import type { Image } from '../../../domain/image.ts';
import type { SeverityLevel } from '../../../domain/repair-estimate.ts';
import type { Polygon, View } from '../../../domain/view.ts';
import type { Block, Mark, PhotoBlock } from '../block-types.ts';
import type { NumberedDamage } from '../damage-list.ts';
import { type Section, type SinceThen, sinceThen } from '../section.ts';
import { sureness } from './parts.ts';

/** Up to this many photos fill the page's width each; more stand two in a row. */
const FEW = 3;

export function photoBlocks(section: Section): Block[] {
  const { words, formats, images } = section;
  const heading: Block = { kind: 'heading', text: words.photos, onNewPage: images.length > 0 };
  if (images.length === 0) return [heading, { kind: 'paragraph', text: words.noPhotos }];
  const photos = images.map((image, index) => {
    const name = image.name === image.id ? formats.moment(image.createdAt) : image.name;
    const views = viewsOn(image, section.entities);
    const marks = marksOf(section, (damage) => seenNow(section, damage, views));
    return photoBlock(section, image, `${index + 1} · ${name}`, marks);
  });
  return [heading, { kind: 'photos', photos, perRow: images.length <= FEW ? 1 : 2 }];
}

export function photoBlock({ words }: Section, image: Image, title: string, marks: Mark[]): PhotoBlock {
  const { id: imageId, imageWidth: width, imageHeight: height } = image;
  return { imageId, width, height, title, missing: words.photoNotShown, marks };
}

/** A damage as a photo shows it. */
interface Seen {
  damage: Damage;
  views: readonly View[];
  /** What is said of it since the earlier inspection. */
  status: SinceThen | undefined;
  /** Absent on a photo of then: it was judged as it is now. */
  level?: SeverityLevel;
}

type ViewsOnPhoto = ReadonlyMap<string, readonly View[]>;

/** Of what was known before nothing is said, where there is no photo to compare with. */
export function seenNow(
  section: Section,
  { damage, level }: NumberedDamage,
  on: ViewsOnPhoto,
): Seen | undefined {
  const views = on.get(damage.id);
  if (!views) return undefined;
  const status = sinceThen(section, damage);
  return { damage, views, status: status === 'kept' ? undefined : status, ...(level && { level }) };
}

/** What a photo shows, by damage. */
export function viewsOn({ id }: Image, { views }: Entities): ViewsOnPhoto {
  const on = new Map<string, View[]>();
  for (const view of Object.values(views)) {
    if (view.imageId === id) on.set(view.damageId, [...(on.get(view.damageId) ?? []), view]);
  }
  return on;
}

/** The damages of this inspection that a photo shows, in the order of their numbers. */
export function marksOf(
  { damaged, words, formats }: Section,
  seenOn: (damage: NumberedDamage) => Seen | undefined,
): Mark[] {
  return damaged.flatMap(({ part, damages }) =>
    damages.flatMap((here) => {
      const seen = seenOn(here);
      if (!seen) return [];
      const { damage, views, status, level } = seen;
      const where = part ? ` · ${formats.part(part.partType)}` : '';
      // First, for a caption that is too long is cut at its end.
      const mark = status ? `${words.since.statuses[status]} · ` : '';
      const text = `${mark}${words.damageTypes[damage.damageType]}${where}${sureness(damage.confidence)}`;
      return [{ number: here.number, text, ...(level && { level }), rings: views.flatMap(ringsOf) }];
    }),
  );
}

/** The outlines, or the box where there is none. */
function ringsOf({ polygons, boundingBox: { xmin, ymin, width, height } }: View): Polygon[] {
  if (polygons.length > 0) return polygons;
  const [xmax, ymax] = [xmin + width, ymin + height];
  return [
    [
      [xmin, ymin],
      [xmax, ymin],
      [xmax, ymax],
      [xmin, ymax],
    ],
  ];
}
