import * as v from 'valibot';
import { PART_TYPES } from '../../domain/enums.ts';
import { finite, id, list, object, text } from '../../domain/fields.ts';
import { PART_OPERATIONS, REVIEW_REASONS } from '../../domain/repair-estimate.ts';
import { createdBy, time } from './record-fields.ts';

/** Schemas of the repair estimate in an export. */

const MAX_IDS = 20_000;
const ids = list(id, MAX_IDS, 'ids');
/** `Intl.NumberFormat` throws for other codes, and the report would fail. */
const currency = v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/, 'an ISO 4217 code'));
const cost = { totalCost: finite, range: object({ low: finite, high: finite }), currency };

export const partOperationSchema = object({
  ...cost,
  name: v.picklist(PART_OPERATIONS),
  severity: v.picklist([1, 2, 3]),
  labourDetails: object({
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

export const estimateSchema = object({
  ...cost,
  damageIds: ids,
  toReview: list(
    object({
      damageId: v.optional(id),
      partType: v.picklist(PART_TYPES),
      reason: v.picklist(REVIEW_REASONS),
      ifConfirmed: v.optional(object(cost)),
    }),
    MAX_IDS,
    'damages',
  ),
  vehicleClass: text(),
  pricingVersion: text(),
  createdBy,
  createdAt: time,
});
