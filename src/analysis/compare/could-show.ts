import type { DamageType } from '../../domain/enums.ts';
import type { Damage } from '../../domain/records/damage.ts';
import type { Image } from '../../domain/records/image.ts';
import { isConfirmedUndamaged } from '../../domain/verdict/analysis-outcome.ts';
import { findConfirmation, readConfirmations } from '../../domain/verdict/confirmations.ts';
import { getPhotoSide } from '../../domain/verdict/photo-side.ts';
import { AMBIGUOUS_PARTS } from '../parts/part-classes.ts';
import type { ComparableInspection, LocatedDamage, Location } from './located-damage.ts';
import { type PhotoAlignment, showsPlace } from './photo-alignment.ts';
import { getSightId } from './photo-viewpoint.ts';

/**
 * Why an inspection cannot show that it did not have a damage, from the weakest evidence to the strongest. `notCovered`: no
 * photo is known to show the place. `notAnalysed`: no model searched the photos that do. `limitUnknown`: the size of the damage
 * or the detection limit of these photos is not known. `belowLimit`: models miss too many damages of this size there.
 */
export const UNSEEN_REASONS = ['notCovered', 'notAnalysed', 'limitUnknown', 'belowLimit'] as const;
export type UnseenReason = (typeof UNSEEN_REASONS)[number];

/**
 * Returns why an inspection could not show a damage that only the other one has. Undefined if it could: a user looked at a photo
 * of the place, or stated that the vehicle had no damage, or a model finds at least 80 % of such damages on a photo of the place.
 */
export function findUnseenReason(
  { damage, locations }: LocatedDamage,
  inspection: ComparableInspection,
  alignments: readonly PhotoAlignment[],
): UnseenReason | undefined {
  const { images, inspections = {}, tasks = {} } = inspection;
  const all = Object.values(inspections);
  if (all.some((one) => isConfirmedUndamaged(one, { ...inspection, tasks }))) return undefined;
  const confirmations = all.flatMap(readConfirmations);
  const reasons = locations.flatMap((location) =>
    Object.values(images)
      .filter((image) => image.deletedAt === undefined && covers(image, location, damage, alignments))
      .map((image) =>
        findConfirmation(confirmations, [image.id])
          ? undefined
          : findLimitReason(image, damage, measureLength(location)),
      ),
  );
  const rank = (reason: UnseenReason | undefined) =>
    reason ? UNSEEN_REASONS.indexOf(reason) : UNSEEN_REASONS.length;
  return reasons.reduce((best, reason) => (rank(reason) > rank(best) ? reason : best), 'notCovered');
}

/** Whether a photo shows the place: an aligned one if it lies on it, others if they show the same part, sight or side. */
function covers(
  image: Image,
  location: Location,
  { partType }: Damage,
  alignments: readonly PhotoAlignment[],
): boolean {
  const isShown = showsPlace(image, location, alignments);
  if (isShown !== undefined) return isShown;
  const parts = listLimits(image).flatMap((limit) => limit.partType ?? []);
  if (parts.length > 0 && !AMBIGUOUS_PARTS.includes(partType)) return parts.includes(partType);
  const [sight, side] = [getSightId(location.image), getPhotoSide(location.image)];
  if (side !== undefined) return side === getPhotoSide(image);
  return sight !== undefined && sight === getSightId(image);
}

function findLimitReason(
  image: Image,
  { damageType, partType }: Damage,
  lengthCm: number | undefined,
): UnseenReason | undefined {
  if (!image.detectionLimit) return 'notAnalysed';
  const limits = listLimits(image, damageType);
  const limit =
    limits.find((one) => one.partType === partType) ?? limits.find((one) => one.partType === undefined);
  if (!limit || lengthCm === undefined) return 'limitUnknown';
  return limit.most !== undefined && limit.most <= lengthCm ? undefined : 'belowLimit';
}

function listLimits({ detectionLimit }: Image, type?: DamageType) {
  return detectionLimit?.limits.filter(({ damageType }) => !type || damageType === type) ?? [];
}

/** Returns the least length of the longest side, in centimetres, within the error bar of the scale. */
function measureLength({ image, box: { x0, y0, x1, y1 } }: Location): number | undefined {
  const { scale } = image.detectionLimit ?? {};
  const pixels = Math.max(x1 - x0, y1 - y0) * Math.max(image.imageWidth, image.imageHeight);
  return scale && pixels / scale.high;
}
