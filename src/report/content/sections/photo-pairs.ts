import type { PhotoPair } from '../../../analysis/compare/photo-pairs.ts';
import { getPhotoViewpoint } from '../../../analysis/compare/photo-viewpoint.ts';
import type { Image } from '../../../domain/records/image.ts';
import { getDamageStatus, type ReportContext } from '../report-context.ts';
import type { Block, PhotoBlock } from '../report-model.ts';
import { createGoneMarks, createMarks, createPhotoBlock, findOnPhoto, groupViewsByDamage } from './photos.ts';

/** Shows each photo with new damage beside the earlier photo of the same side. */
export function buildPhotoPairs(context: ReportContext): Block[] {
  const { messages, earlier } = context;
  if (!earlier || earlier.photoPairs.length === 0) return [];
  return [
    { kind: 'heading', text: messages.photoPairs.title, isAbovePhotos: true },
    { kind: 'paragraph', tone: 'note', text: messages.photoPairs.note },
    {
      kind: 'photos',
      photos: earlier.photoPairs.flatMap((pair) => createPhotoBlocks(pair, context)),
      perRow: 2,
    },
  ];
}

/** Both photos outline their damages. Those that only the earlier photo has bear no number of this report. */
function createPhotoBlocks({ before, after }: PhotoPair, context: ReportContext): PhotoBlock[] {
  const { messages, formats, names, images, earlier } = context;
  const { records, comparison } = earlier ?? {};
  const counterparts = (comparison ?? []).flatMap(({ before: then, after: now, status }) =>
    then && now ? [[now.id, { damage: then, status }] as const] : [],
  );
  const earlierDamages = new Map(counterparts);
  const viewsBefore = records && groupViewsByDamage(before, records.entities);
  const viewsAfter = groupViewsByDamage(after, context.entities);
  const marksBefore = createMarks(context, ({ damage: { id } }) => {
    const counterpart = earlierDamages.get(id);
    const views = counterpart && viewsBefore?.get(counterpart.damage.id);
    return views && { ...counterpart, views };
  });
  const marksAfter = createMarks(context, (numbered) => {
    const onPhoto = findOnPhoto(context, numbered, viewsAfter);
    return onPhoto && { ...onPhoto, status: getDamageStatus(context, numbered.damage) };
  });
  const createTitle = (label: string, image: Image, all: readonly Image[] = []) => {
    const viewpoint = getPhotoViewpoint(image);
    const side = viewpoint && names.viewpoint(viewpoint);
    return [label, all.indexOf(image) + 1, side, formats.dateTime(image.createdAt)]
      .filter(Boolean)
      .join(' · ');
  };
  const titleBefore = createTitle(messages.photoPairs.before, before, records?.images);
  const titleAfter = createTitle(messages.photoPairs.after, after, images);
  return [
    createPhotoBlock(context, before, titleBefore, [
      ...marksBefore,
      ...createGoneMarks(context, viewsBefore ?? new Map()),
    ]),
    createPhotoBlock(context, after, titleAfter, marksAfter),
  ];
}
