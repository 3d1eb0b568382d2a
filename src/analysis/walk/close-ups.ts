import type { DamageType, PartType } from '../../domain/enums.ts';

/** A damage on a photo that no task has analyzed yet. */
export interface FoundDamage {
  damageType: DamageType;
  /** `ignore` if the part is unknown. */
  partType: PartType;
  /** 0 to 1. */
  confidence: number;
  /** The fraction of the photo that its box covers, 0 to 1. */
  area: number;
}

/** A close-up to offer: a damage that the photo of the whole side shows too small, or that the model is not sure of. */
export interface CloseUpOffer extends FoundDamage {
  /** The photo of the whole side. */
  imageId: string;
  reason: 'small' | 'unsure';
}

/** A damage that covers less than this fraction of a photo shows too few pixels to judge it. */
const SMALL_AREA = 0.01;
/** Below this confidence, one of three detections of the damage model is wrong. */
const UNSURE_CONFIDENCE = 0.6;
/** Nobody takes more after a walk. */
const MAX_OFFERS = 6;

/**
 * Returns the close-ups to offer, at most one per part: the least sure damage first. A damage whose part is unknown is
 * left out, because a close-up of it could not be placed.
 *
 * @param found The damages of each photo, by image id.
 * @param taken The parts of which there is a close-up.
 */
export function offerCloseUps(
  found: ReadonlyMap<string, readonly FoundDamage[]>,
  taken: readonly PartType[] = [],
): CloseUpOffer[] {
  const offers = [...found].flatMap(([imageId, damages]) =>
    damages.flatMap((damage): CloseUpOffer[] => {
      const reason = findReason(damage);
      const hasPlace = damage.partType !== 'ignore' && !taken.includes(damage.partType);
      return reason && hasPlace ? [{ ...damage, imageId, reason }] : [];
    }),
  );
  const sorted = offers.toSorted((a, b) => a.confidence - b.confidence);
  const parts = new Set<PartType>();
  return sorted.filter(({ partType }) => !parts.has(partType) && parts.add(partType)).slice(0, MAX_OFFERS);
}

function findReason({ confidence, area }: FoundDamage): CloseUpOffer['reason'] | undefined {
  if (confidence < UNSURE_CONFIDENCE) return 'unsure';
  return area < SMALL_AREA ? 'small' : undefined;
}
