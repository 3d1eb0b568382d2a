import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getAgreementConfidence } from './agreement-confidence.ts';

const decision = (models: number, share: number, weakest: number, confidence = 0.99) => ({
  reading: { value: 'AB123CD', confidence, weakest },
  ...{ models, share, weakest },
});

it('is sure only of what different models read, each certain of every character', () => {
  expect(getAgreementConfidence(decision(2, 1, 0.95), 'PLATE', 2)).toBeGreaterThan(0.9);
  expect(getAgreementConfidence(decision(2, 1, 0.55), 'PLATE', 2)).toBeLessThan(0.9);
  expect(getAgreementConfidence(decision(2, 0.6, 0.95), 'PLATE', 2)).toBeLessThan(0.9);
  expect(getAgreementConfidence(decision(1, 1, 0), 'PLATE', 2)).toBeLessThan(0.7);
});

it('is as sure of a merged reading as the merging, if two models read it', () => {
  const merged = (models: number, probability: number) => ({ ...decision(models, 1, 0.5), probability });
  expect(getAgreementConfidence(merged(2, 0.98), 'VIN', 2)).toBe(0.98);
  expect(getAgreementConfidence(merged(1, 0.98), 'VIN', 2)).toBeLessThan(0.9);
  expect(getAgreementConfidence(merged(1, 0.3), 'VIN', 2)).toBe(0.3);
});

it('is as sure of one reading with a right check digit, if it is certain of every character', () => {
  const checked = (weakest: number) => {
    const { reading, ...rest } = decision(1, 1, 0);
    return { ...rest, reading: { ...reading, weakest, isChecked: true }, probability: 0.98 };
  };
  expect(getAgreementConfidence(checked(0.9), 'VIN', 2)).toBe(0.98);
  expect(getAgreementConfidence(checked(0.7), 'VIN', 2)).toBeLessThan(0.9);
});

it('is not sure of unusual readings, whoever agrees', () => {
  const { reading, ...rest } = decision(2, 1, 1);
  const unusual = { ...rest, reading: { ...reading, isUnusual: true } };
  expect(getAgreementConfidence(unusual, 'PLATE', 2)).toBeLessThan(0.9);
  expect(getAgreementConfidence({ ...unusual, probability: 0.99 }, 'VIN', 2)).toBeLessThan(0.9);
});

it('returns the confidence of the reading if there is only one model', () => {
  expect(getAgreementConfidence(decision(1, 1, 0, 0.42), 'PLATE', 1)).toBe(0.42);
});

it('is a probability, and rises with consent and certainty', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(part, part, part, part, (share, more, weakest, surer) => {
      const [low, high] = [Math.min(share, more), Math.max(share, more)];
      const [weak, strong] = [Math.min(weakest, surer), Math.max(weakest, surer)];
      const [a, b] = [decision(2, low, weak), decision(2, high, strong)].map((one) =>
        getAgreementConfidence(one, 'ODOMETER', 2),
      );
      expect(a).toBeGreaterThanOrEqual(0);
      expect(b).toBeLessThanOrEqual(1);
      expect(b).toBeGreaterThanOrEqual((a ?? 0) - 1e-9);
    }),
  );
});
