import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE_TYPES, type DamageType, PART_TYPES } from '../../domain/enums.ts';
import { OPERATION_RULES } from './operation-rules.ts';
import { kindOf } from './part-kinds.ts';
import { isRepairable, partSeverity, type SizedDamage } from './severity.ts';
import { SEVERITY_RULES } from './severity-rules.ts';

const [SMALL, MEDIUM, LARGE] = [0.04, 0.05, 0.25];

describe('severity of a part', () => {
  const one = (damageType: DamageType, size: number) => partSeverity([{ damageType, size }]);

  it.each<[DamageType, small: number, medium: number, large: number]>([
    ['scratch', 1, 1, 2],
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
    expect([SMALL, MEDIUM, LARGE].map((size) => one(type, size))).toEqual([small, medium, large]);
  });

  it.each<DamageType>(['dirt', 'light_reflection', 'shadow', 'car_curve'])('%s is no damage', (type) => {
    expect(one(type, 1)).toBeUndefined();
    expect(isRepairable(type)).toBe(false);
  });

  it('is a level worse when a type is there many times', () => {
    const dents = (count: number) => Array<SizedDamage>(count).fill({ damageType: 'dent', size: SMALL });
    expect([1, 2, 3].map((count) => partSeverity(dents(count)))).toEqual([1, 1, 2]);
  });

  it('is that of the worst damage', () => {
    const scratch: SizedDamage = { damageType: 'scratch', size: SMALL };
    expect(partSeverity([scratch, { damageType: 'dent', size: LARGE }])).toBe(3);
  });

  it('has a rule for severity exactly where there is one for the operation', () => {
    expect(Object.keys(OPERATION_RULES).sort()).toEqual(Object.keys(SEVERITY_RULES).sort());
  });

  it('knows every part of a vehicle', () => {
    expect(PART_TYPES.filter((part) => kindOf(part) === undefined)).toEqual(['ignore', 'background']);
  });
});

describe('whatever the damages', () => {
  const damage = fc.record({
    damageType: fc.constantFrom(...DAMAGE_TYPES),
    size: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const damages = fc.array(damage, { maxLength: 8 });
  const level = (some: readonly SizedDamage[]) => partSeverity(some) ?? 0;

  it('one more never lowers the severity', () => {
    fc.assert(fc.property(damages, damage, (some, more) => level([...some, more]) >= level(some)));
  });

  it('a larger one never lowers the severity', () => {
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

  it('their order does not matter', () => {
    const shuffled = damages.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
      ),
    );
    fc.assert(fc.property(shuffled, ([some, mixed]) => level(mixed) === level(some)));
  });
});
