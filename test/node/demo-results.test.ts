import type { RepairEstimate } from 'kerbside';
import { expect, test } from 'vitest';
import { estimateFigure } from '../../demo/inspection/estimate-figure.ts';
import { en } from '../../demo/words/en.ts';
import { namesIn } from '../../src/elements/locales/names.ts';

const app = { words: en, names: namesIn('en') };
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

test('an estimate is its sum and its range', () => {
  expect(estimateFigure(app, estimate)).toEqual({ sum: '€805.50', range: '€652.11 to €958.89' });
  expect(estimateFigure(app, undefined)).toEqual({ sum: '–', range: 'Not estimated' });
});

test('where everything is left to a person, there is no sum: nothing would look like good news', () => {
  const toReview = [{ damageId: 'd', partType: 'hood', reason: 'low_confidence' } as const];
  const unpriced = { ...estimate, totalCost: 0, range: { low: 0, high: 0 }, damageIds: [], toReview };
  expect(estimateFigure(app, unpriced)).toEqual({ sum: 'To review' });
});
