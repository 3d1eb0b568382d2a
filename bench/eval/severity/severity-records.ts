import { type MeasuredView, measureDamageSize } from '../../../src/analysis/estimate/damage-size.ts';
import { getPartKind } from '../../../src/analysis/estimate/part-kinds.ts';
import { locateDamage } from '../../../src/analysis/parts/locate-damage.ts';
import { DAMAGE_TYPES, type DamageType } from '../../../src/domain/enums.ts';
import type { SeverityLevel } from '../../../src/domain/records/repair-estimate.ts';
import { toLabelledParts } from '../parts/assign.ts';
import type { LabelledBox, PhotoRecord } from '../records.ts';

/** A damage whose source says how serious it is. */
export interface GradedDamage {
  photo: string;
  damageType: DamageType;
  /** As the estimate measures it. */
  size: number;
  level: SeverityLevel;
}

const LEVELS: Readonly<Record<string, SeverityLevel>> = { minor: 1, moderate: 2, severe: 3 };

/**
 * Returns the graded damages of a photo.
 *
 * @param parts The same photo with its labelled parts. Without them, a damage is compared with the fraction of a photo
 * that a door usually fills.
 */
export function readGradedDamages(record: PhotoRecord, parts: PhotoRecord | undefined): GradedDamage[] {
  const labelled = parts ? toLabelledParts(parts) : [];
  const { width: imageWidth = 0, height: imageHeight = 0 } = record;
  const images = [{ id: 'photo', imageWidth, imageHeight, imageType: 'beauty_shot' as const }];
  return record.boxes.flatMap((damage) => {
    const level = LEVELS[damage.severity ?? ''];
    const damageType = DAMAGE_TYPES.find((type) => type === damage.label);
    if (!level || !damageType) return [];
    const region = { box: damage.box, polygons: damage.polygon ? [damage.polygon] : [] };
    const partType = locateDamage(region, labelled) ?? 'ignore';
    const part = labelled.find((one) => one.partType === partType);
    const size = measureDamageSize({
      images,
      views: [toView(damage)],
      partViews: part ? [toView({ box: part.box, polygon: part.polygons[0] ?? [] })] : [],
      kind: getPartKind(partType) ?? 'door',
    });
    return [{ photo: record.path, damageType, size, level }];
  });
}

function toView({ box, polygon }: Pick<LabelledBox, 'box' | 'polygon'>): MeasuredView {
  const { x0, y0, x1, y1 } = box;
  return {
    imageId: 'photo',
    damageId: 'damage',
    polygons: polygon ? [polygon.map(([x, y]): [number, number] => [x, y])] : [],
    boundingBox: { xmin: x0, ymin: y0, width: x1 - x0, height: y1 - y0 },
  };
}
