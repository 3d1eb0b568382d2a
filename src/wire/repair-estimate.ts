import * as v from 'valibot';
import { PART_TYPES } from '../domain/enums.ts';
import { finite, id } from '../domain/fields.ts';
import { PART_OPERATIONS, REVIEW_REASONS } from '../domain/repair-estimate.ts';
import { createdBy, maybe, oneOf, or, time } from './read-response.ts';

/**
 * Estimates are read where they are in our own form, which says the currency and counts in its minor units.
 * Others do not say what their numbers mean: an estimate that does not fit is left out, never misread.
 */
const cost = {
  totalCost: finite,
  range: v.object({ low: finite, high: finite }),
  currency: v.string(),
};
const ids = or(v.array(id), []);

const partOperation = v.object({
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

const repairEstimate = v.object({
  ...cost,
  damageIds: ids,
  toReview: or(
    v.array(
      v.object({
        damageId: maybe(id),
        partType: oneOf(PART_TYPES, 'ignore'),
        reason: v.picklist(REVIEW_REASONS),
      }),
    ),
    [],
  ),
  vehicleClass: v.string(),
  pricingVersion: v.string(),
  createdBy,
  createdAt: time,
});

export const wirePartOperation = v.fallback(maybe(partOperation), undefined);
export const wireRepairEstimate = v.fallback(maybe(repairEstimate), undefined);
