import type { Damage } from '../../spec/damage.ts';
import type { Entities } from '../../spec/entities.ts';
import type { Image } from '../../spec/image.ts';
import type { Polygon, View } from '../../spec/view.ts';
import type { Block, Mark, PhotoBlock } from '../blocks.ts';
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
    const marks = marksOf(section, (damage) => seenNow(section, damage, image));
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
}

/** Of what was known before nothing is said, where there is no photo to compare with. */
export function seenNow(section: Section, damage: Damage, image: Image): Seen {
  const views = viewsOn(image, damage, section.entities);
  const status = sinceThen(section, damage);
  return { damage, views, status: status === 'kept' ? undefined : status };
}

export function viewsOn({ id }: Image, damage: Damage, { views }: Entities): View[] {
  return Object.values(views).filter(({ imageId, damageId }) => imageId === id && damageId === damage.id);
}

/** The damages of this inspection that a photo shows, in the order of their numbers. */
export function marksOf(
  { damaged, words, formats }: Section,
  seenOn: (damage: Damage) => Seen | undefined,
): Mark[] {
  return damaged.flatMap(({ part, damages }) =>
    damages.flatMap(({ number, damage: here, level }) => {
      const seen = seenOn(here);
      if (!seen || seen.views.length === 0) return [];
      const { damage, views, status } = seen;
      const where = part ? ` · ${formats.part(part.partType)}` : '';
      // First, for a caption that is too long is cut at its end.
      const mark = status ? `${words.since.statuses[status]} · ` : '';
      const text = `${mark}${words.damageTypes[damage.damageType]}${where}${sureness(damage.confidence)}`;
      return [{ number, text, ...(level && { level }), rings: views.flatMap(ringsOf) }];
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
