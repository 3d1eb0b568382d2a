import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../domain/check.ts';
import { DAMAGE_TYPES, PART_TYPES } from '../../domain/enums.ts';
import { formatMoney, majorUnitsOf, minorUnitsOf } from '../../domain/money.ts';
import type { SeverityResult } from '../../domain/severity.ts';
import { type EstimateFacts, estimateRepairs, severitiesByPart } from './estimate-repairs.ts';
import { EXAMPLE_PRICING } from './example-pricing.ts';
import { priceTable } from './pricing.ts';

type Damage = EstimateFacts['damages'][number];
const dent: Damage = { id: 'dent', damageType: 'dent', partType: 'hood' };
const hood = { id: 'p-hood', partType: 'hood' as const };

function facts(over: Partial<EstimateFacts> = {}): EstimateFacts {
  return { images: [], parts: [hood], damages: [dent], views: [], severityResults: [], ...over };
}

function said(customSeverity: SeverityResult['value']['customSeverity'], id = 's'): SeverityResult {
  return {
    id,
    label: 'hood',
    isUserModified: true,
    relatedItemType: 'part',
    createdBy: 'user',
    value: { customSeverity },
  };
}

const hoodOf = (some: EstimateFacts) => estimateRepairs(some, EXAMPLE_PRICING).operations.get('p-hood');

describe('an estimate', () => {
  it('adds hours at their rates, and says what it rests on', () => {
    // A small dent: 1 h of body work at 65.00, 1.5 h of paint at 85.00, a quarter more or less.
    const { operations, estimate } = estimateRepairs(facts(), EXAMPLE_PRICING);
    expect(operations.get('p-hood')).toEqual({
      name: 'dent_repair',
      severity: 1,
      labourDetails: { t1: 1, t2: 0, t3: 0, m1: 0, m2: 0, m3: 0, paintHours: 1.5, labourHours: 1 },
      piecesOemCost: 0,
      totalCost: 192_50,
      range: { low: 144_37, high: 240_63 },
      currency: 'EUR',
      damageIds: ['dent'],
      severityIds: [],
    });
    expect(estimate).toEqual({
      totalCost: 192_50,
      range: { low: 144_37, high: 240_63 },
      currency: 'EUR',
      damageIds: ['dent'],
      toReview: [],
      vehicleClass: 'medium',
      pricingVersion: 'example-1',
    });
  });

  it('adds the price of a new part, by the class of the vehicle', () => {
    const smashed = facts({ damages: [{ ...dent, damageType: 'smash' }] });
    expect(hoodOf(smashed)).toMatchObject({ name: 'replace', piecesOemCost: 400_00, totalCost: 850_00 });
    const van = { ...smashed, vehicle: { vehicleType: ' Van ' } };
    expect(hoodOf(van)).toMatchObject({ piecesOemCost: 620_00, totalCost: 1070_00 });
  });

  it.each([
    // As wheel analysis finds them: the view is the whole wheel, which fills a tenth of the photo.
    ['a damaged rim is painted', 'scratch', 'wheel_front_left', { name: 'paint', totalCost: 117_50 }],
    [
      'a scratched hubcap is new',
      'hubcap_scratch',
      'hubcap_front_left',
      { name: 'replace', totalCost: 62_50 },
    ],
    ['so is a missing one', 'missing_hubcap', 'hubcap_front_left', { name: 'replace', totalCost: 62_50 }],
    ['and a wheel out of shape', 'misshape', 'wheel_front_left', { name: 'replace', totalCost: 232_50 }],
  ] as const)('prices wheels: %s', (_, damageType, partType, expected) => {
    const seen = facts({
      images: [{ id: 'i', imageType: 'beauty_shot', imageWidth: 1000, imageHeight: 1000 }],
      parts: [{ id: 'p', partType }],
      damages: [{ id: 'd', damageType, partType, confidence: 0.8 }],
      views: [
        {
          imageId: 'i',
          damageId: 'd',
          polygons: [],
          boundingBox: { xmin: 0, ymin: 0, width: 400, height: 250 },
        },
      ],
    });
    const { operations, estimate } = estimateRepairs(seen, EXAMPLE_PRICING);
    expect(operations.get('p')).toMatchObject({ ...expected, damageIds: ['d'] });
    expect(estimate).toMatchObject({ totalCost: expected.totalCost, toReview: [] });
  });

  it('leaves to a person what a model is not sure of, and what lies on no part', () => {
    const { operations, estimate } = estimateRepairs(
      facts({
        damages: [
          { ...dent, confidence: 0.49 },
          { ...dent, id: 'lost', partType: 'ignore', confidence: 0.9 },
          { ...dent, id: 'mud', damageType: 'dirt', partType: 'ignore' },
        ],
      }),
      EXAMPLE_PRICING,
    );
    expect(operations.size).toBe(0);
    expect(estimate).toMatchObject({ totalCost: 0, damageIds: [] });
    expect(estimate.toReview).toEqual([
      { damageId: 'lost', partType: 'ignore', reason: 'no_part' },
      { damageId: 'dent', partType: 'hood', reason: 'low_confidence' },
    ]);
  });

  it('leaves a part to a person that the table has no price for', () => {
    const prices = { ...EXAMPLE_PRICING, classes: { medium: { vehicleTypes: [], partPrices: {} } } };
    const { estimate } = estimateRepairs(facts({ damages: [{ ...dent, damageType: 'smash' }] }), prices);
    expect(estimate.toReview).toEqual([{ damageId: 'dent', partType: 'hood', reason: 'no_price' }]);
    const asked = facts({ damages: [], severityResults: [said({ repairOperation: 'replace' })] });
    expect(estimateRepairs(asked, prices).estimate.toReview).toEqual([
      { partType: 'hood', reason: 'no_price' },
    ]);
  });
});

describe("a person's severity", () => {
  it('sets the level', () => {
    expect(hoodOf(facts({ severityResults: [said({ level: 2 })] }))).toMatchObject({
      name: 'dent_repair',
      severity: 2,
      severityIds: ['s'],
    });
  });

  it('sets the price, in whole units of the currency, and then nothing is uncertain', () => {
    expect(hoodOf(facts({ severityResults: [said({ pricing: 99.5 })] }))).toMatchObject({
      totalCost: 99_50,
      range: { low: 99_50, high: 99_50 },
    });
  });

  it('sets the operation', () => {
    expect(hoodOf(facts({ severityResults: [said({ repairOperation: 'replace' })] }))?.name).toBe('replace');
  });

  it('counts field by field, the later before the earlier', () => {
    const severityResults = [said({ level: 1, pricing: 10 }, 'a'), said({ level: 3 }, 'b')];
    expect(hoodOf(facts({ severityResults }))).toMatchObject({
      severity: 3,
      totalCost: 10_00,
      severityIds: ['a', 'b'],
    });
  });

  it('settles the review: who gave it has looked at the part', () => {
    const { operations, estimate } = estimateRepairs(
      facts({ damages: [{ ...dent, confidence: 0.31 }], severityResults: [said({ level: 1 })] }),
      EXAMPLE_PRICING,
    );
    expect(estimate.toReview).toEqual([]);
    expect(operations.get('p-hood')?.damageIds).toEqual(['dent']);
  });

  it('prices a part on which nobody saw a damage', () => {
    expect(hoodOf(facts({ damages: [], severityResults: [said({ pricing: 40 })] }))).toMatchObject({
      totalCost: 40_00,
      damageIds: [],
    });
  });
});

describe('whatever was found', () => {
  const damages = fc
    .array(
      fc.record({
        damageType: fc.constantFrom(...DAMAGE_TYPES),
        partType: fc.constantFrom(...PART_TYPES),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 12 },
    )
    .map((some) => some.map((one, index) => ({ ...one, id: `d${index}` })));
  const all = (some: Damage[]) =>
    facts({ damages: some, parts: PART_TYPES.map((partType) => ({ id: partType, partType })) });

  it('every damage is priced, left to review, or none at all', () => {
    fc.assert(
      fc.property(damages, (some) => {
        const { estimate } = estimateRepairs(all(some), EXAMPLE_PRICING);
        const named = [...estimate.damageIds, ...estimate.toReview.map(({ damageId }) => damageId)];
        const real = some.filter(
          ({ damageType }) => !['dirt', 'light_reflection', 'shadow', 'car_curve'].includes(damageType),
        );
        expect(named.sort()).toEqual(real.map(({ id }) => id).sort());
      }),
    );
  });

  it('the sum is that of the parts, and lies in its range', () => {
    fc.assert(
      fc.property(damages, (some) => {
        const { operations, estimate } = estimateRepairs(all(some), EXAMPLE_PRICING);
        const total = [...operations.values()].reduce((sum, { totalCost }) => sum + totalCost, 0);
        expect(estimate.totalCost).toBe(total);
        expect(estimate.range.low).toBeLessThanOrEqual(total);
        expect(estimate.range.high).toBeGreaterThanOrEqual(total);
      }),
    );
  });

  it('their order does not matter to severities and prices', () => {
    fc.assert(
      fc.property(damages, (some) => {
        const [there, back] = [all(some), all(some.toReversed())];
        expect(severitiesByPart(back)).toEqual(severitiesByPart(there));
        expect(estimateRepairs(back, EXAMPLE_PRICING).estimate.totalCost).toBe(
          estimateRepairs(there, EXAMPLE_PRICING).estimate.totalCost,
        );
      }),
    );
  });
});

describe('a price table', () => {
  it('is taken as an app gives it', () => {
    expect(check(priceTable, EXAMPLE_PRICING, 'pricing')).toEqual(EXAMPLE_PRICING);
  });

  it.each([
    [{ currency: 'euro' }, /pricing\.currency: expected a currency code such as EUR/],
    [{ labourPerHour: 65.5 }, /pricing\.labourPerHour: expected a whole number of minor units/],
    [{ defaultClass: 'lorry' }, /a defaultClass that is one of the classes/],
    [{ classes: { medium: { partPrices: { flux: 1 } } } }, /pricing\.classes/],
    [{ margin: 2 }, /pricing\.margin: expected no such field/],
  ])('is refused with %j', (over, message) => {
    expect(() => check(priceTable, { ...EXAMPLE_PRICING, ...over }, 'pricing')).toThrow(message);
  });

  it('names a price exactly before it does by kind', () => {
    const partPrices = { hood: 1_00, door: 5_00, door_back_left: 7_00 };
    const prices = { ...EXAMPLE_PRICING, classes: { medium: { vehicleTypes: [], partPrices } } };
    const cost = (partType: 'door_back_left' | 'door_back_right') =>
      estimateRepairs(
        facts({ parts: [{ id: 'p', partType }], damages: [{ id: 'd', damageType: 'smash', partType }] }),
        prices,
      ).operations.get('p')?.piecesOemCost;
    expect([cost('door_back_left'), cost('door_back_right')]).toEqual([7_00, 5_00]);
  });
});

describe('money', () => {
  it('is whole minor units inside and text outside', () => {
    expect([minorUnitsOf(99.5, 'EUR'), minorUnitsOf(1200, 'JPY')]).toEqual([9950, 1200]);
    expect([majorUnitsOf(9950, 'EUR'), majorUnitsOf(1200, 'JPY')]).toEqual([99.5, 1200]);
    expect(formatMoney(123456, 'EUR', 'en')).toBe('€1,234.56');
    expect(formatMoney(123456, 'EUR', 'fr')).toMatch(/^1.234,56.€$/);
  });
});
