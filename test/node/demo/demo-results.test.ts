import type { RepairEstimate } from 'kerbside';
import { expect, test } from 'vitest';
import { formatEstimate } from '../../../demo/inspection/estimate-figure.ts';
import { en } from '../../../demo/locales/en.ts';
import { namesIn } from '../../../src/domain/names/names.ts';

const app = { messages: en, names: namesIn('en') };
const estimate: RepairEstimate = {
  totalCost: 80_550,
  range: { low: 65_211, high: 95_889 },
  currency: 'EUR',
  damageIds: ['d'],
  toReview: [],
  vehicleClass: 'medium',
  pricingVersion: 'example-1',
  createdBy: { model: 'repair-rules', version: '1', engine: 'rules' },
  createdAt: '2026-11-15T12:00:00.000Z',
};

test('formats an estimate as its total and range', () => {
  expect(formatEstimate(app, estimate)).toEqual({ sum: '€805.50', range: '€652.11 to €958.89' });
  expect(formatEstimate(app, undefined)).toEqual({ sum: '–', range: 'Not estimated' });
});

test('shows no total if everything needs a review: 0 would look like good news', () => {
  const toReview = [{ damageId: 'd', partType: 'hood', reason: 'low_confidence' } as const];
  const unpriced = { ...estimate, totalCost: 0, range: { low: 0, high: 0 }, damageIds: [], toReview };
  expect(formatEstimate(app, unpriced)).toEqual({ sum: 'To review' });
});
