import { viewpointOf } from '../../../analysis/compare/photo-viewpoint.ts';
import type { Image } from '../../../domain/image.ts';
import type { Block, PhotoBlock } from '../block-types.ts';
import { type Section, sinceThen } from '../section.ts';
import type { PhotoPair } from '../then-and-now.ts';
import { marksOf, photoBlock, seenNow, viewsOn } from './photos.ts';

/** Was it there before? Each photo that shows something new, and beside it the same side as it was. */
export function thenAndNowBlocks(section: Section): Block[] {
  const { words, since } = section;
  if (!since || since.pairs.length === 0) return [];
  return [
    { kind: 'heading', text: words.thenAndNow.title, isAbovePhotos: true },
    { kind: 'paragraph', tone: 'note', text: words.thenAndNow.note },
    { kind: 'photos', photos: since.pairs.flatMap((pair) => sideBySide(pair, section)), perRow: 2 },
  ];
}

/** On the left the damages that both inspections have, on the right all, with those that are new. */
function sideBySide({ before, after }: PhotoPair, section: Section): PhotoBlock[] {
  const { words, formats, images, since } = section;
  const { before: earlier, comparison } = since ?? {};
  const known = new Map(comparison?.kept.map(([then, now]) => [now.id, then]));
  const [viewsThen, viewsNow] = [
    earlier && viewsOn(before, earlier.entities),
    viewsOn(after, section.entities),
  ];
  const marksThen = marksOf(section, ({ damage: { id } }) => {
    const damage = known.get(id);
    const views = damage && viewsThen?.get(damage.id);
    return views && { damage, views, status: 'kept' };
  });
  const marksNow = marksOf(section, (one) => {
    const seen = seenNow(section, one, viewsNow);
    return seen && { ...seen, status: sinceThen(section, one.damage) };
  });
  const titled = (name: string, image: Image, among: readonly Image[] = []) => {
    const said = [name, among.indexOf(image) + 1, placeOf(image, section), formats.moment(image.createdAt)];
    return said.filter(Boolean).join(' · ');
  };
  return [
    photoBlock(section, before, titled(words.thenAndNow.before, before, earlier?.images), marksThen),
    photoBlock(section, after, titled(words.thenAndNow.after, after, images), marksNow),
  ];
}

/** "rear left", where it is known. */
function placeOf(image: Image, { words }: Section): string {
  const names = viewpointOf(image)?.split('_') ?? [];
  return names.map((name) => words.positions[name]).join(' ');
}
