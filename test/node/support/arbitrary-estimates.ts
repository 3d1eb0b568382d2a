import fc from 'fast-check';
import {
  PART_OPERATIONS,
  type PartOperation,
  REVIEW_REASONS,
  type RepairEstimate,
} from '../../../src/domain/repair-estimate.ts';
import { createdBy, id, ids, number, partTypes, record, text, time } from './arbitrary-fields.ts';

const cost = {
  totalCost: fc.nat(),
  range: fc.record({ low: fc.nat(), high: fc.nat() }),
  currency: fc.constantFrom('EUR', 'JPY'),
};

export const partOperation = record<PartOperation>({
  ...cost,
  name: fc.constantFrom(...PART_OPERATIONS),
  severity: fc.constantFrom(1, 2, 3),
  labourDetails: record<PartOperation['labourDetails']>({
    t1: number,
    t2: number,
    t3: number,
    m1: number,
    m2: number,
    m3: number,
    paintHours: number,
    labourHours: number,
  }),
  piecesOemCost: fc.nat(),
  damageIds: ids,
  severityIds: ids,
});

export const repairEstimate = record<RepairEstimate>({
  ...cost,
  damageIds: ids,
  toReview: fc.array(
    fc.record(
      {
        damageId: id,
        partType: partTypes,
        reason: fc.constantFrom(...REVIEW_REASONS),
        ifConfirmed: fc.record(cost),
      },
      { requiredKeys: ['partType', 'reason'] },
    ),
    { maxLength: 2 },
  ),
  vehicleClass: text,
  pricingVersion: text,
  createdBy,
  createdAt: time,
});
