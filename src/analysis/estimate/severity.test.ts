import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE_TYPES, type DamageType, PART_TYPES } from '../../domain/enums.ts';
import { OPERATION_RULES } from './operation-rules.ts';
import { getPartKind } from './part-kinds.ts';
import { assessPartSeverity, isRepairable, type SizedDamage } from './severity.ts';
import { SEVERITY_RULES } from './severity-rules.ts';

const [SMALL, MEDIUM, LARGE] = [0.04, 0.05, 0.25];
/** Of the types with size thresholds of their own. */
const OWN_SIZES: Partial<Record<DamageType, [small: number, medium: number, large: number]>> = {
  scratch: [0.039, 0.04, 0.25],
  dent: [0.0049, 0.005, 0.33],
};

describe('assessPartSeverity', () => {
  const one = (damageType: DamageType, size: number) => assessPartSeverity([{ damageType, size }]);

  it.each<[DamageType, small: number, medium: number, large: number]>([
    ['scratch', 1, 2, 2],
    ['scattered_scratches', 1, 2, 2],
    ['hubcap_scratch', 1, 1, 2],
    ['paint_peeling', 1, 2, 2],
    ['rustiness', 1, 2, 3],
    ['dent', 1, 2, 3],
    ['body_crack', 2, 2, 3],
    ['misshape', 2, 2, 3],
    ['missing_hubcap', 2, 2, 2],
    ['missing_piece', 3, 3, 3],
    ['broken_light', 3, 3, 3],
    ['broken_glass', 3, 3, 3],
    ['smash', 3, 3, 3],
  ])('%s: %i when small, %i when medium, %i when large', (type, small, medium, large) => {
    const sizes = OWN_SIZES[type] ?? [SMALL, MEDIUM, LARGE];
    expect(sizes.map((size) => one(type, size))).toEqual([small, medium, large]);
  });

  it.each<DamageType>(['dirt', 'light_reflection', 'shadow', 'car_curve'])('%s needs no repair', (type) => {
    expect(one(type, 1)).toBeUndefined();
    expect(isRepairable(type)).toBe(false);
  });

  it('is one level higher for many damages of a type', () => {
    const dents = (count: number) => Array<SizedDamage>(count).fill({ damageType: 'dent', size: 0.004 });
    expect([1, 2, 3].map((count) => assessPartSeverity(dents(count)))).toEqual([1, 1, 2]);
  });

  it('returns the severity of the worst damage', () => {
    const scratch: SizedDamage = { damageType: 'scratch', size: SMALL };
    expect(assessPartSeverity([scratch, { damageType: 'dent', size: 0.4 }])).toBe(3);
  });

  it('has a severity rule for every type with an operation rule', () => {
    expect(Object.keys(OPERATION_RULES).sort()).toEqual(Object.keys(SEVERITY_RULES).sort());
  });

  it('has a kind for every part of a vehicle', () => {
    expect(PART_TYPES.filter((part) => getPartKind(part) === undefined)).toEqual(['ignore', 'background']);
  });
});

describe('for any damages', () => {
  const damage = fc.record({
    damageType: fc.constantFrom(...DAMAGE_TYPES),
    size: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const damages = fc.array(damage, { maxLength: 8 });
  const level = (some: readonly SizedDamage[]) => assessPartSeverity(some) ?? 0;

  it('never lowers the severity for one more damage', () => {
    fc.assert(fc.property(damages, damage, (some, more) => level([...some, more]) >= level(some)));
  });

  it('never lowers the severity for a larger damage', () => {
    const grown = fc.tuple(damages, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(grown, ([some, which, by]) => {
        const index = some.length === 0 ? 0 : which % some.length;
        const larger = some.map((one, at) =>
          at === index ? { ...one, size: Math.min(1, one.size + by) } : one,
        );
        return level(larger) >= level(some);
      }),
    );
  });

  it('does not depend on their order', () => {
    const shuffled = damages.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
      ),
    );
    fc.assert(fc.property(shuffled, ([some, mixed]) => level(mixed) === level(some)));
  });
});
