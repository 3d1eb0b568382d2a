import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import type { CreateDamage, Damage, Part } from '../domain/damage.ts';
import { DAMAGE_TYPES, PART_TYPES } from '../domain/enums.ts';
import { id, type JsonObject } from '../domain/fields.ts';
import {
  confidence,
  createdBy,
  enumWithFallback,
  fieldWithDefault,
  optionalField,
  time,
} from './decode-response.ts';
import { requestFromWire, requestToWire, responseToWire } from './key-case.ts';
import { wirePartOperation } from './repair-estimate.ts';

export function toWireCreateDamage(input: CreateDamage): JsonObject {
  return requestToWire(input);
}

export function fromWireCreateDamage(body: unknown): unknown {
  return requestFromWire(body);
}

/** `partType` (the part a damage was reported on), `correctedFrom` and `confirmedAt` are our additions to the wire format. */
export function toWireDamage(
  { parts, ...damage }: Damage,
  inspectionId: string,
  relatedImages: readonly string[] = [],
): JsonObject {
  return responseToWire({
    ...damage,
    partIds: parts,
    inspectionId,
    relatedImages: relatedImages.map((imageId) => ({ imageId })),
  });
}

const origin = v.object({
  createdBy: v.object({ model: v.string(), version: v.string(), engine: v.string() }),
  confidence,
  damageType: v.picklist(DAMAGE_TYPES),
  partType: enumWithFallback(PART_TYPES, 'ignore'),
});

export const wireDamage = v.object({
  id,
  // No fallback: no value of the enum means "other damage", and dropping a damage silently could be costly.
  damageType: v.picklist(DAMAGE_TYPES),
  partType: optionalField(enumWithFallback(PART_TYPES, 'ignore')),
  partIds: fieldWithDefault(v.array(id), []),
  createdAt: time,
  createdBy,
  confidence,
  correctedFrom: v.fallback(optionalField(origin), undefined),
  confirmedAt: optionalField(v.string()),
  deletedAt: optionalField(v.string()),
});

export function fromWireDamage(
  { partIds, ...damage }: Checked<typeof wireDamage>,
  parts: readonly Part[],
): Damage {
  const part = parts.find(({ id: partId }) => partIds.includes(partId));
  return { ...damage, partType: damage.partType ?? part?.partType ?? 'ignore', parts: partIds };
}

export function toWirePart(part: Part): JsonObject {
  return responseToWire(part);
}

export const wirePart = v.object({
  id,
  partType: enumWithFallback(PART_TYPES, 'ignore'),
  damageIds: fieldWithDefault(v.array(id), []),
  createdBy,
  partOperation: wirePartOperation,
});
