import * as v from 'valibot';
import { PART_TYPES, REPAIR_OPERATIONS } from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { SeverityResult } from '../domain/severity.ts';
import { createdBy, enumWithFallback, fieldWithDefault, optionalField } from './decode-response.ts';
import { requestFromWire, responseToWire } from './key-case.ts';

export function fromWireSeverityInput(body: unknown): unknown {
  return requestFromWire(body);
}

export function toWireSeverity(severity: SeverityResult): JsonObject {
  return responseToWire(severity);
}

export const wireCustomSeverity = v.object({
  // A service may send 0, which means no level.
  level: v.fallback(optionalField(v.picklist([1, 2, 3])), undefined),
  pricing: optionalField(finite),
  repairOperation: v.fallback(optionalField(v.picklist(REPAIR_OPERATIONS)), undefined),
});

export const wireSeverity = v.object({
  id,
  label: enumWithFallback(PART_TYPES, 'ignore'),
  isUserModified: fieldWithDefault(v.boolean(), false),
  relatedItemType: enumWithFallback(['part', 'damage', 'comment'], 'part'),
  relatedItemId: optionalField(id),
  createdBy,
  value: fieldWithDefault(v.object({ customSeverity: fieldWithDefault(wireCustomSeverity, {}) }), {
    customSeverity: {},
  }),
});
