import * as v from 'valibot';
import { PART_TYPES } from '../domain/enums.ts';
import { finite, id } from '../domain/fields.ts';
import { PART_OPERATIONS, REVIEW_REASONS } from '../domain/repair-estimate.ts';
import { createdBy, enumWithFallback, fieldWithDefault, optionalField, time } from './decode-response.ts';

/**
 * Estimates are read only in our own format, which has a currency and amounts in its minor units. Other formats do not
 * define what their numbers mean, so an estimate that does not match is dropped.
 */
const cost = {
  totalCost: finite,
  range: v.object({ low: finite, high: finite }),
  // Without three letters `Intl.NumberFormat` throws, and the display of the inspection would fail.
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
};
const ids = fieldWithDefault(v.array(id), []);

export const partOperation = v.object({
  ...cost,
  name: v.picklist(PART_OPERATIONS),
  severity: v.picklist([1, 2, 3]),
  labourDetails: v.object({
    t1: finite,
    t2: finite,
    t3: finite,
    m1: finite,
    m2: finite,
    m3: finite,
    paintHours: finite,
    labourHours: finite,
  }),
  piecesOemCost: finite,
  damageIds: ids,
  severityIds: ids,
});

export const repairEstimate = v.object({
  ...cost,
  damageIds: ids,
  toReview: fieldWithDefault(
    v.array(
      v.object({
        damageId: optionalField(id),
        partType: enumWithFallback(PART_TYPES, 'ignore'),
        reason: v.picklist(REVIEW_REASONS),
        ifConfirmed: optionalField(v.object(cost)),
      }),
    ),
    [],
  ),
  vehicleClass: v.string(),
  pricingVersion: v.string(),
  createdBy,
  createdAt: time,
});

export const wirePartOperation = v.fallback(optionalField(partOperation), undefined);
export const wireRepairEstimate = v.fallback(optionalField(repairEstimate), undefined);
