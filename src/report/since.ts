import { compareInspections, type InspectionComparison } from '../analysis/compare-inspections.ts';
import type { Entities } from '../spec/entities.ts';
import type { Inspection } from '../spec/inspection.ts';

/** The inspection that this one follows, and what is new since then. */
export interface Since {
  /** The earlier inspection's id, as this one names it. */
  inspectionId: string;
  /** Absent where it can not be read here. */
  before?: { inspection: Inspection; entities: Entities };
  /** Absent, too, where it has nothing to compare with. */
  comparison?: InspectionComparison;
}

/** Nothing where no other inspection is named, or one that is not earlier. */
export function sinceEarlier(
  { relatedInspectionId: inspectionId, createdAt }: Inspection,
  entities: Entities,
  earlier: Entities | undefined,
): Since | undefined {
  if (inspectionId === undefined) return undefined;
  const [inspection] = Object.values(earlier?.inspections ?? {});
  if (!inspection || !earlier) return { inspectionId };
  if (!(Date.parse(inspection.createdAt) < Date.parse(createdAt))) return undefined;
  const before = { inspection, entities: earlier };
  const isBare = [earlier.images, earlier.damages].every((records) => Object.keys(records).length === 0);
  return {
    inspectionId,
    before,
    ...(!isBare && { comparison: compareInspections(earlier, entities) }),
  };
}

/** Whether anybody is known to have looked for damage: a model to the end, or whoever named one. */
export function isSearched({ damages, tasks }: Entities): boolean {
  const isDone = Object.values(tasks).some(
    ({ name, status }) => name === 'damage_detection' && status === 'DONE',
  );
  return isDone || Object.keys(damages).length > 0;
}
