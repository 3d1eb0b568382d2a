import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PART_TYPES } from '../../domain/enums.ts';
import { type FoundDamage, offerCloseUps } from './close-ups.ts';

const damage = (changes: Partial<FoundDamage> = {}): FoundDamage => ({
  damageType: 'scratch',
  partType: 'door_back_left',
  confidence: 0.9,
  area: 0.05,
  ...changes,
});
const offer = (...damages: FoundDamage[]) => offerCloseUps(new Map([['photo', damages]]));

it('offers a close-up of a damage that is small or unsure, and names the photo', () => {
  expect(offer(damage({ confidence: 0.4 }))).toMatchObject([{ reason: 'unsure', imageId: 'photo' }]);
  expect(offer(damage({ area: 0.002 }))).toMatchObject([{ reason: 'small', partType: 'door_back_left' }]);
  expect(offer(damage())).toEqual([]);
});

it('offers none without a part, and none of a part that has one', () => {
  expect(offer(damage({ confidence: 0.4, partType: 'ignore' }))).toEqual([]);
  expect(offerCloseUps(new Map([['photo', [damage({ confidence: 0.4 })]]]), ['door_back_left'])).toEqual([]);
});

it('offers at most one per part, the least sure damage of it', () => {
  const anyDamage = fc.record({
    damageType: fc.constantFrom('scratch' as const, 'dent' as const),
    partType: fc.constantFrom(...PART_TYPES),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    area: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(anyDamage), (damages) => {
      const offers = offer(...damages);
      expect(new Set(offers.map(({ partType }) => partType)).size).toBe(offers.length);
      expect(offers.length).toBeLessThanOrEqual(6);
      for (const { partType, confidence } of offers) {
        const others = offer(...damages.filter((one) => one.partType === partType));
        expect(others[0]?.confidence).toBe(confidence);
      }
    }),
  );
});
