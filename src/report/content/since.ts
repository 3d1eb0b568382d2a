import { compareInspections, type InspectionComparison } from '../../analysis/compare/compare-inspections.ts';
import type { Entities } from '../../domain/entities.ts';
import type { Image } from '../../domain/image.ts';
import type { Inspection } from '../../domain/inspection.ts';
import { imagesOf } from './section.ts';
import { type PhotoPair, photoPairs } from './then-and-now.ts';

/** The inspection that this one follows, and what is new since then. */
export interface Since {
  /** The earlier inspection's id, as this one names it. */
  inspectionId: string;
  /** Absent where it can not be read here. */
  before?: { inspection: Inspection; entities: Entities; images: readonly Image[] };
  /** Absent, too, where it has nothing to compare with. */
  comparison?: InspectionComparison;
  /** Photos that show something new, or what may be, each beside the earlier one of the same side. */
  pairs: PhotoPair[];
}

/** Nothing where no other inspection is named, or one that is not earlier. */
export function sinceEarlier(
  now: Inspection,
  entities: Entities,
  earlier: Entities | undefined,
): Since | undefined {
  const { relatedInspectionId: inspectionId, createdAt } = now;
  if (inspectionId === undefined) return undefined;
  const [inspection] = Object.values(earlier?.inspections ?? {});
  if (!inspection || !earlier) return { inspectionId, pairs: [] };
  if (!(Date.parse(inspection.createdAt) < Date.parse(createdAt))) return undefined;
  const before = { inspection, entities: earlier, images: imagesOf(inspection, earlier) };
  const isBare = [earlier.images, earlier.damages].every((records) => Object.keys(records).length === 0);
  if (isBare) return { inspectionId, before, pairs: [] };
  const comparison = compareInspections(earlier, entities);
  const news = [...comparison.added, ...comparison.unclear.after];
  const views = Object.values(entities.views);
  const pairs = photoPairs(news, views, imagesOf(now, entities), before.images);
  return { inspectionId, before, comparison, pairs };
}

/** Whether anybody is known to have looked for damage: a model to the end, or whoever named one. */
export function isSearched({ damages, tasks }: Entities): boolean {
  const isDone = Object.values(tasks).some(
    ({ name, status }) => name === 'damage_detection' && status === 'DONE',
  );
  return isDone || Object.keys(damages).length > 0;
}
