import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DamageDecision, DECIDED_STATUSES } from '../../domain/comparison-review.ts';
import type { Damage, Part } from '../../domain/records/damage.ts';
import type { ComparedDamage } from './compare-inspections.ts';
import { reviewComparison } from './review-comparison.ts';
import { sumCharges } from './sum-charges.ts';

const damage = (id: string) => ({ id, damageType: 'dent', partType: 'hood' }) as Damage;
const added: ComparedDamage = { status: 'new', after: damage('now') };
const gone: ComparedDamage = { status: 'gone', before: damage('then') };
const same: ComparedDamage = { status: 'same', before: damage('old'), after: damage('again') };

test('without decisions, nothing is charged; charges for what is new or worse are proposed', () => {
  const reviewed = reviewComparison([added, { ...same, status: 'worse' }, gone], { decisions: [] });
  expect(
    reviewed.map(({ status, decidedBy, isCharged, isChargeProposed }) => [
      status,
      decidedBy,
      isCharged,
      isChargeProposed,
    ]),
  ).toEqual([
    ['new', 'model', false, true],
    ['worse', 'model', false, true],
    ['gone', 'model', false, false],
  ]);
});

test('the user confirms: new is charged, unless the user waives it', () => {
  const decide = (charged?: boolean) =>
    reviewComparison([added], {
      decisions: [{ damageId: 'now', status: 'new', ...(charged !== undefined && { charged }) }],
    });
  expect(decide()).toMatchObject([{ isCharged: true, isChargeProposed: false }]);
  expect(decide(false)).toMatchObject([{ isCharged: false, isChargeProposed: false }]);
});

test('the user pairs a new damage with one that is gone', () => {
  const decisions: DamageDecision[] = [{ damageId: 'now', earlierDamageId: 'then', status: 'same' }];
  const reviewed = reviewComparison([added, gone], { decisions });
  expect(reviewed).toMatchObject([
    { status: 'same', before: { id: 'then' }, after: { id: 'now' }, decidedBy: 'user', isCharged: false },
  ]);
});

test('the user separates a pair: the earlier damage is then unclear', () => {
  const reviewed = reviewComparison([same], {
    decisions: [{ damageId: 'again', status: 'new', charged: false }],
  });
  expect(reviewed.map(({ status, decidedBy, isCharged }) => [status, decidedBy, isCharged])).toEqual([
    ['new', 'user', false],
    ['unclear', 'model', false],
  ]);
});

test('the user takes the counterpart of a pair: the other damage is unclear, not new', () => {
  const decisions: DamageDecision[] = [{ damageId: 'now', earlierDamageId: 'old', status: 'same' }];
  const [, again] = [...reviewComparison([added, same], { decisions })].reverse();
  expect(again).toMatchObject({
    status: 'unclear',
    reason: 'mayBeSame',
    after: { id: 'again' },
    isChargeProposed: false,
  });
});

test('the latest decision about a damage counts, and one about a deleted damage does not', () => {
  const decisions: DamageDecision[] = [
    { damageId: 'now', status: 'same' },
    { damageId: 'deleted', status: 'new' },
    { damageId: 'now', status: 'new' },
  ];
  expect(reviewComparison([added], { decisions })).toMatchObject([{ status: 'new', decidedBy: 'user' }]);
});

test('every damage is listed exactly once, whatever was decided', () => {
  const compared = [added, gone, same];
  const ids = ['now', 'then', 'old', 'again', 'deleted'];
  const anyDecision = fc.record(
    {
      damageId: fc.constantFrom(...ids),
      earlierDamageId: fc.constantFrom(...ids),
      status: fc.constantFrom(...DECIDED_STATUSES),
    },
    { requiredKeys: ['status'] },
  );
  fc.assert(
    fc.property(fc.array(anyDecision), (decisions) => {
      const reviewed = reviewComparison(compared, { decisions });
      const listed = new Set(
        reviewed.flatMap(({ before, after }) => [before?.id, after?.id].filter(Boolean)),
      );
      expect([...listed].sort()).toEqual(['again', 'now', 'old', 'then']);
    }),
  );
});

const part = (id: string, totalCost: number, damageIds: string[], partType = 'hood') =>
  ({ id, partType, damageIds, partOperation: { totalCost, currency: 'EUR', damageIds } }) as unknown as Part;
const charge = { status: 'new', decidedBy: 'user', isCharged: true, isChargeProposed: false } as const;

test('sums the prices of the parts with charged damages, less what they cost before', () => {
  const reviewed = [
    { ...charge, after: damage('a') },
    { ...charge, after: damage('b') },
    { ...charge, after: damage('c'), isCharged: false },
    { ...charge, after: damage('unpriced') },
  ];
  const before = { parts: { p: part('p', 5_000, ['old']) } };
  const after = {
    parts: {
      p: part('p', 12_000, ['a']),
      q: part('q', 3_000, ['b'], 'roof'),
      r: part('r', 900, ['c'], 'trunk'),
    },
  };
  expect(sumCharges(reviewed, before, after)).toEqual({
    parts: [
      { partId: 'p', amount: 7_000 },
      { partId: 'q', amount: 3_000 },
    ],
    total: 10_000,
    currency: 'EUR',
    unpriced: 1,
    unpricedDamageIds: ['unpriced'],
  });
});
