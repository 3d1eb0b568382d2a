import type { ComparisonStatus } from '../../../analysis/compare/compare-inspections.ts';
import { describeDetectionLimit } from '../../../domain/names/describe-detection-limit.ts';
import type { Damage } from '../../../domain/records/damage.ts';
import type { Entities } from '../../../domain/records/entities.ts';
import type { Image } from '../../../domain/records/image.ts';
import type { SeverityLevel } from '../../../domain/records/repair-estimate.ts';
import type { Polygon, View } from '../../../domain/records/view.ts';
import type { NumberedDamage } from '../damaged-parts.ts';
import { getPhotoTitle } from '../photo-title.ts';
import { getDamageStatus, type ReportContext } from '../report-context.ts';
import type { Block, Mark, PhotoBlock } from '../report-model.ts';
import { describeConfidence } from './damage-table.ts';

/** Up to this many photos fill the width of the page each; more are placed two in a row. */
const MAX_FULL_WIDTH_PHOTOS = 3;

export function buildPhotos(context: ReportContext): Block[] {
  const { messages, images } = context;
  const heading: Block = { kind: 'heading', text: messages.photos, onNewPage: images.length > 0 };
  if (images.length === 0) return [heading, { kind: 'paragraph', text: messages.noPhotos }];
  const photos = images.map((image, index) => {
    const views = groupViewsByDamage(image, context.entities);
    const marks = createMarks(context, (damage) => findOnPhoto(context, damage, views));
    return createPhotoBlock(context, image, `${index + 1} · ${getPhotoTitle(context, image)}`, marks);
  });
  return [heading, { kind: 'photos', photos, perRow: images.length <= MAX_FULL_WIDTH_PHOTOS ? 1 : 2 }];
}

export function createPhotoBlock(
  { messages, options }: ReportContext,
  image: Image,
  title: string,
  marks: Mark[],
): PhotoBlock {
  const { id: imageId, imageWidth: width, imageHeight: height, detectionLimit } = image;
  const note = detectionLimit && describeDetectionLimit(detectionLimit, options.language);
  return { imageId, width, height, title, missing: messages.photoNotShown, marks, ...(note && { note }) };
}

/** A damage as a photo shows it. */
interface DamageOnPhoto {
  damage: Damage;
  views: readonly View[];
  /** Relative to the earlier inspection; named in the caption. */
  status: ComparisonStatus | undefined;
  /** Absent on earlier photos: the severity is that of this inspection. */
  level?: SeverityLevel;
}

/** By damage id. */
export type ViewsOnPhoto = ReadonlyMap<string, readonly View[]>;

/** Returns how a photo shows a damage. A caption does not name the status `same`: only photo pairs show what it compares with. */
export function findOnPhoto(
  context: ReportContext,
  { damage, level }: NumberedDamage,
  viewsOnPhoto: ViewsOnPhoto,
): DamageOnPhoto | undefined {
  const views = viewsOnPhoto.get(damage.id);
  if (!views) return undefined;
  const status = getDamageStatus(context, damage);
  return { damage, views, status: status === 'same' ? undefined : status, ...(level && { level }) };
}

export function groupViewsByDamage({ id }: Image, { views }: Entities): ViewsOnPhoto {
  const byDamage = new Map<string, View[]>();
  for (const view of Object.values(views)) {
    if (view.imageId === id) byDamage.set(view.damageId, [...(byDamage.get(view.damageId) ?? []), view]);
  }
  return byDamage;
}

/** Creates the marks of a photo, in the order of the damage numbers. */
export function createMarks(
  { damagedParts, messages, names }: ReportContext,
  find: (damage: NumberedDamage) => DamageOnPhoto | undefined,
): Mark[] {
  return damagedParts.flatMap(({ part, damages }) =>
    damages.flatMap((numbered) => {
      const onPhoto = find(numbered);
      if (!onPhoto) return [];
      const { damage, views, status, level } = onPhoto;
      const where = part ? ` · ${names.damagedPart([damage])}` : '';
      // The status comes first: a caption that is too long is cut at its end.
      const prefix = status ? `${messages.comparison.statuses[status]} · ` : '';
      const text = `${prefix}${names.damage(damage.damageType, damage.partType)}${where}${describeConfidence(damage.confidence)}`;
      return [{ number: numbered.number, text, ...(level && { level }), rings: views.flatMap(getRings) }];
    }),
  );
}

/** Creates the marks of the damages that only the earlier inspection has. They have no number in this report. */
export function createGoneMarks(
  { earlier, messages, names }: ReportContext,
  viewsOnPhoto: ViewsOnPhoto,
): Mark[] {
  return (earlier?.comparison ?? []).flatMap(({ status, before, after }): Mark[] => {
    const views = before && !after && viewsOnPhoto.get(before.id);
    if (!views) return [];
    const title =
      status === 'unclear'
        ? messages.comparison.statuses.unclearEarlier
        : messages.comparison.statuses[status];
    const text = [title, names.damage(before.damageType), names.part(before.partType)].join(' · ');
    return [{ text, rings: views.flatMap(getRings) }];
  });
}

/** Returns the outlines of a view, or its box if it has none. */
function getRings({ polygons, boundingBox: { xmin, ymin, width, height } }: View): Polygon[] {
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
