import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import type { CreateDamage, Damage, Part } from '../domain/damage.ts';
import { DAMAGE_TYPES, PART_TYPES } from '../domain/enums.ts';
import { id, type JsonObject } from '../domain/fields.ts';
import { answerToWire, requestFromWire, requestToWire } from './case.ts';
import { confidence, createdBy, maybe, oneOf, or, time } from './read-response.ts';
import { wirePartOperation } from './repair-estimate.ts';

export function toWireCreateDamage(input: CreateDamage): JsonObject {
  return requestToWire(input);
}

export function fromWireCreateDamage(body: unknown): unknown {
  return requestFromWire(body);
}

/** A damage names its parts by id; which part it was reported on is our own addition. */
export function toWireDamage(
  { parts, ...damage }: Damage,
  inspectionId: string,
  relatedImages: readonly string[] = [],
): JsonObject {
  return answerToWire({
    ...damage,
    partIds: parts,
    inspectionId,
    relatedImages: relatedImages.map((imageId) => ({ imageId })),
  });
}

export const wireDamage = v.object({
  id,
  // No word of the list stands for "some other damage", and one left out in silence could cost somebody a car.
  damageType: v.picklist(DAMAGE_TYPES),
  partType: maybe(oneOf(PART_TYPES, 'ignore')),
  partIds: or(v.array(id), []),
  createdAt: time,
  createdBy,
  confidence,
  deletedAt: maybe(v.string()),
});

export function fromWireDamage(
  { partIds, ...damage }: Checked<typeof wireDamage>,
  parts: readonly Part[],
): Damage {
  const on = parts.find((part) => partIds.includes(part.id));
  return { ...damage, partType: damage.partType ?? on?.partType ?? 'ignore', parts: partIds };
}

export function toWirePart(part: Part): JsonObject {
  return answerToWire(part);
}

export const wirePart = v.object({
  id,
  partType: oneOf(PART_TYPES, 'ignore'),
  damageIds: or(v.array(id), []),
  createdBy,
  partOperation: wirePartOperation,
});
