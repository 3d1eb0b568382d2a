import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE_TYPES, PART_TYPES } from '../../domain/enums.ts';
import type { SeverityResult } from '../../domain/records/severity.ts';
import { assessSeverities, type EstimateInput, estimateRepairs } from './estimate-repairs.ts';
import { EXAMPLE_PRICING } from './example-pricing.ts';

type Damage = EstimateInput['damages'][number];
const dent: Damage = { id: 'dent', damageType: 'dent', partType: 'hood' };
const hood = { id: 'p-hood', partType: 'hood' as const };

function createInput(over: Partial<EstimateInput> = {}): EstimateInput {
  return { images: [], parts: [hood], damages: [dent], views: [], severityResults: [], ...over };
}

function createSeverity(customSeverity: SeverityResult['value']['customSeverity'], id = 's'): SeverityResult {
  return {
    id,
    label: 'hood',
    isUserModified: true,
    relatedItemType: 'part',
    createdBy: 'user',
    value: { customSeverity },
  };
}

const estimateHood = (some: EstimateInput) => estimateRepairs(some, EXAMPLE_PRICING).operations.get('p-hood');

describe('estimateRepairs', () => {
  // Proves wire F5.
  it('sums hours at their rates, and names damages, class and price version', () => {
    // A small dent: 1 h of body work at 65.00, 1.5 h of paint at 85.00, a quarter more or less.
    const { operations, estimate } = estimateRepairs(createInput(), EXAMPLE_PRICING);
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

  it('adds the price of a new part by vehicle class', () => {
    const smashed = createInput({ damages: [{ ...dent, damageType: 'smash' }] });
    expect(estimateHood(smashed)).toMatchObject({
      name: 'replace',
      piecesOemCost: 400_00,
      totalCost: 850_00,
    });
    const van = { ...smashed, vehicle: { vehicleType: ' Van ' } };
    expect(estimateHood(van)).toMatchObject({ piecesOemCost: 620_00, totalCost: 1070_00 });
  });

  it.each([
    // As in the results of wheel analysis: the view is the whole wheel, which fills a tenth of the photo.
    ['a damaged rim is painted', 'scratch', 'wheel_front_left', { name: 'paint', totalCost: 117_50 }],
    [
      'a scratched hubcap is replaced',
      'hubcap_scratch',
      'hubcap_front_left',
      { name: 'replace', totalCost: 62_50 },
    ],
    [
      'a missing hubcap is replaced',
      'missing_hubcap',
      'hubcap_front_left',
      { name: 'replace', totalCost: 62_50 },
    ],
    ['a misshapen wheel is replaced', 'misshape', 'wheel_front_left', { name: 'replace', totalCost: 232_50 }],
  ] as const)('prices wheels: %s', (_, damageType, partType, expected) => {
    const input = createInput({
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
    const { operations, estimate } = estimateRepairs(input, EXAMPLE_PRICING);
    expect(operations.get('p')).toMatchObject({ ...expected, damageIds: ['d'] });
    expect(estimate).toMatchObject({ totalCost: expected.totalCost, toReview: [] });
  });

  it('leaves damages of low confidence or without a part to review', () => {
    const { operations, estimate } = estimateRepairs(
      createInput({
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
      {
        damageId: 'dent',
        partType: 'hood',
        reason: 'low_confidence',
        ifConfirmed: { totalCost: 192_50, range: { low: 144_37, high: 240_63 }, currency: 'EUR' },
      },
    ]);
  });

  it('leaves a damage on a guessed part to review until a user confirms it', () => {
    const guessed = { ...dent, confidence: 0.9, partOrigin: 'guessed' as const };
    const { estimate } = estimateRepairs(createInput({ damages: [guessed] }), EXAMPLE_PRICING);
    expect(estimate).toMatchObject({ totalCost: 0, damageIds: [] });
    expect(estimate.toReview).toMatchObject([{ damageId: 'dent', reason: 'guessed_part' }]);
    const confirmed = { ...guessed, confirmedAt: '2026-05-01T10:00:00.000Z' };
    expect(estimateRepairs(createInput({ damages: [confirmed] }), EXAMPLE_PRICING).estimate.toReview).toEqual(
      [],
    );
  });

  it('includes a damage of low confidence that a user confirmed', () => {
    const confirmed = { ...dent, confidence: 0.3, confirmedAt: '2026-05-01T10:00:00.000Z' };
    const { estimate } = estimateRepairs(createInput({ damages: [confirmed] }), EXAMPLE_PRICING);
    expect(estimate).toMatchObject({ totalCost: 192_50, damageIds: ['dent'], toReview: [] });
  });

  it('leaves a part without a price to review', () => {
    const prices = { ...EXAMPLE_PRICING, classes: { medium: { vehicleTypes: [], partPrices: {} } } };
    const { estimate } = estimateRepairs(
      createInput({ damages: [{ ...dent, damageType: 'smash' }] }),
      prices,
    );
    expect(estimate.toReview).toEqual([{ damageId: 'dent', partType: 'hood', reason: 'no_price' }]);
    const asked = createInput({
      damages: [],
      severityResults: [createSeverity({ repairOperation: 'replace' })],
    });
    expect(estimateRepairs(asked, prices).estimate.toReview).toEqual([
      { partType: 'hood', reason: 'no_price' },
    ]);
  });

  it('prefers the price of a part to that of its kind', () => {
    const partPrices = { hood: 1_00, door: 5_00, door_back_left: 7_00 };
    const prices = { ...EXAMPLE_PRICING, classes: { medium: { vehicleTypes: [], partPrices } } };
    const cost = (partType: 'door_back_left' | 'door_back_right') =>
      estimateRepairs(
        createInput({
          parts: [{ id: 'p', partType }],
          damages: [{ id: 'd', damageType: 'smash', partType }],
        }),
        prices,
      ).operations.get('p')?.piecesOemCost;
    expect([cost('door_back_left'), cost('door_back_right')]).toEqual([7_00, 5_00]);
  });
});

describe('a severity set by a user', () => {
  it('sets the level', () => {
    expect(estimateHood(createInput({ severityResults: [createSeverity({ level: 2 })] }))).toMatchObject({
      name: 'dent_repair',
      severity: 2,
      severityIds: ['s'],
    });
  });

  it('sets the price in major units, without uncertainty', () => {
    expect(estimateHood(createInput({ severityResults: [createSeverity({ pricing: 99.5 })] }))).toMatchObject(
      {
        totalCost: 99_50,
        range: { low: 99_50, high: 99_50 },
      },
    );
  });

  it('sets the operation', () => {
    expect(
      estimateHood(createInput({ severityResults: [createSeverity({ repairOperation: 'replace' })] }))?.name,
    ).toBe('replace');
  });

  it('is merged field by field, later values first', () => {
    const severityResults = [
      createSeverity({ level: 1, pricing: 10 }, 'a'),
      createSeverity({ level: 3 }, 'b'),
    ];
    expect(estimateHood(createInput({ severityResults }))).toMatchObject({
      severity: 3,
      totalCost: 10_00,
      severityIds: ['a', 'b'],
    });
  });

  it('removes the damages of its part from the review', () => {
    const { operations, estimate } = estimateRepairs(
      createInput({
        damages: [{ ...dent, confidence: 0.31 }],
        severityResults: [createSeverity({ level: 1 })],
      }),
      EXAMPLE_PRICING,
    );
    expect(estimate.toReview).toEqual([]);
    expect(operations.get('p-hood')?.damageIds).toEqual(['dent']);
  });

  it('prices a part without a damage', () => {
    expect(
      estimateHood(createInput({ damages: [], severityResults: [createSeverity({ pricing: 40 })] })),
    ).toMatchObject({
      totalCost: 40_00,
      damageIds: [],
    });
  });
});

describe('for any damages', () => {
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
    createInput({ damages: some, parts: PART_TYPES.map((partType) => ({ id: partType, partType })) });

  it('prices every damage or leaves it to review', () => {
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

  // Proves wire F5.
  it('returns the sum of the parts, within its range', () => {
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

  it('does not depend on the order of the damages', () => {
    fc.assert(
      fc.property(damages, (some) => {
        const [there, back] = [all(some), all(some.toReversed())];
        expect(assessSeverities(back)).toEqual(assessSeverities(there));
        expect(estimateRepairs(back, EXAMPLE_PRICING).estimate.totalCost).toBe(
          estimateRepairs(there, EXAMPLE_PRICING).estimate.totalCost,
        );
      }),
    );
  });
});
