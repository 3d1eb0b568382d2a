import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { DAMAGE_TYPES, type DamageType, PART_TYPES } from '../domain/enums.ts';
import { entriesOf, id, type JsonObject } from '../domain/fields.ts';
import type { Damage, Part } from '../domain/records/damage.ts';
import type { Image } from '../domain/records/image.ts';
import { damageSchema, partSchema } from '../domain/records/record-schemas.ts';
import { responseToWire } from './key-case.ts';
import { enumWithFallback, fieldWithDefault, lenientEntries, optionalField } from './lenient.ts';

/** An image that shows a damage or a part. */
export type RelatedImage = Pick<Image, 'id' | 'path'>;

function toWireRelatedImage({ id: imageId, path }: RelatedImage) {
  return { imageId, path };
}

/** `partType` (the part a damage was reported on), `correctedFrom` and `confirmedAt` are our additions to the wire format. */
export function toWireDamage(
  { parts, ...damage }: Damage,
  inspectionId: string,
  relatedImages: readonly RelatedImage[] = [],
): JsonObject {
  return responseToWire({
    ...damage,
    partIds: parts,
    inspectionId,
    relatedImages: relatedImages.map(toWireRelatedImage),
  });
}

/** Damage types that the specification does not have, with the nearest type of the specification. */
export const OTHER_DAMAGE_TYPES: ReadonlyMap<unknown, DamageType> = new Map([
  ['paint_damage', 'paint_peeling'],
]);

function toKnownDamageType(type: unknown): unknown {
  return OTHER_DAMAGE_TYPES.get(type) ?? type;
}

export const wireDamage = v.object({
  ...lenientEntries(entriesOf(damageSchema)),
  // No fallback: no value of the enum means "other damage", and dropping a damage silently could be costly.
  damageType: v.pipe(v.unknown(), v.transform(toKnownDamageType), v.picklist(DAMAGE_TYPES)),
  partType: optionalField(enumWithFallback(PART_TYPES, 'ignore')),
  partIds: fieldWithDefault(v.array(id), []),
});

export function fromWireDamage(
  { partIds, ...damage }: Checked<typeof wireDamage>,
  parts: readonly Part[],
): Damage {
  const part = parts.find(({ id: partId }) => partIds.includes(partId));
  return { ...damage, partType: damage.partType ?? part?.partType ?? 'ignore', parts: partIds };
}

export function toWirePart(part: Part, relatedImages: readonly RelatedImage[] = []): JsonObject {
  return responseToWire({ ...part, relatedImages: relatedImages.map(toWireRelatedImage) });
}

export const wirePart = v.object({
  ...lenientEntries(entriesOf(partSchema)),
  damageIds: fieldWithDefault(v.array(id), []),
});
