import type { Image } from '../../spec/image.ts';
import type { Polygon, View } from '../../spec/view.ts';
import type { Block, Mark, PhotoBlock } from '../blocks.ts';
import { isNew, type Section } from '../section.ts';
import { sureness } from './parts.ts';

/** Up to this many photos fill the page's width each; more stand two in a row. */
const FEW = 3;

export function photoBlocks(section: Section): Block[] {
  const { words, images } = section;
  const heading: Block = { kind: 'heading', text: words.photos, onNewPage: images.length > 0 };
  if (images.length === 0) return [heading, { kind: 'paragraph', text: words.noPhotos }];
  const photos = images.map((image, index) => photoBlock(image, index + 1, section));
  return [heading, { kind: 'photos', photos, perRow: images.length <= FEW ? 1 : 2 }];
}

function photoBlock(image: Image, number: number, section: Section): PhotoBlock {
  const { words, formats } = section;
  return {
    imageId: image.id,
    width: image.imageWidth,
    height: image.imageHeight,
    title: `${number} · ${image.name === image.id ? formats.moment(image.createdAt) : image.name}`,
    missing: words.photoNotShown,
    marks: marksOn(image, section),
  };
}

function marksOn({ id }: Image, section: Section): Mark[] {
  const { damaged, entities, words, formats } = section;
  const views = Object.values(entities.views).filter(({ imageId }) => imageId === id);
  return damaged.flatMap(({ part, damages }) =>
    damages.flatMap(({ number, damage, level }) => {
      const seen = views.filter(({ damageId }) => damageId === damage.id);
      if (seen.length === 0) return [];
      const where = part ? ` · ${formats.part(part.partType)}` : '';
      // First, for a caption that is too long is cut at its end.
      const mark = isNew(section, damage) ? `${words.since.statuses.added} · ` : '';
      const text = `${mark}${words.damageTypes[damage.damageType]}${where}${sureness(damage.confidence)}`;
      return [{ number, text, ...(level && { level }), rings: seen.flatMap(ringsOf) }];
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
