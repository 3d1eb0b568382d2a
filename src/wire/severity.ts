import * as v from 'valibot';
import { PART_TYPES, REPAIR_OPERATIONS } from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { CreateSeverity, SeverityResult, UpdateSeverity } from '../domain/severity.ts';
import { answerToWire, requestFromWire, requestToWire } from './case.ts';
import { createdBy, maybe, oneOf, or } from './read-response.ts';

export function toWireSeverityInput(input: CreateSeverity | UpdateSeverity): JsonObject {
  return requestToWire(input);
}

export function fromWireSeverityInput(body: unknown): unknown {
  return requestFromWire(body);
}

export function toWireSeverity(severity: SeverityResult): JsonObject {
  return answerToWire(severity);
}

const customSeverity = v.object({
  // Generation 5.x also answers 0, for "none": the same as no level.
  level: v.fallback(maybe(v.picklist([1, 2, 3])), undefined),
  pricing: maybe(finite),
  repairOperation: v.fallback(maybe(v.picklist(REPAIR_OPERATIONS)), undefined),
});

export const wireSeverity = v.object({
  id,
  label: oneOf(PART_TYPES, 'ignore'),
  isUserModified: or(v.boolean(), false),
  relatedItemType: oneOf(['part', 'damage', 'comment'], 'part'),
  relatedItemId: maybe(id),
  createdBy,
  value: or(v.object({ customSeverity: or(customSeverity, {}) }), { customSeverity: {} }),
});
