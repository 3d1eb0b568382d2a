import { describe, expect, it } from 'vitest';
import type { DamageType, RepairOperation } from '../../domain/enums.ts';
import type { PartOperationName, SeverityLevel } from '../../domain/repair-estimate.ts';
import { hoursFor, operationFor } from './operation.ts';
import { POSSIBLE } from './operation-rules.ts';
import type { Material } from './part-kinds.ts';

describe('what is done to a part', () => {
  it.each<[DamageType[], SeverityLevel, Material, RepairOperation | undefined, PartOperationName]>([
    [['scratch'], 1, 'metal', undefined, 'polish'],
    [['scratch'], 2, 'metal', undefined, 'paint'],
    [['dent'], 2, 'metal', undefined, 'dent_repair'],
    [['dent'], 3, 'metal', undefined, 'replace'],
    [['scratch', 'dent'], 2, 'plastic', undefined, 'dent_repair'], // the heaviest of what is asked for
    [['scratch'], 2, 'glass', undefined, 'replace'], // glass takes no paint
    [['scratch'], 2, 'wheel', undefined, 'paint'], // a rim
    [['hubcap_scratch'], 1, 'wheel', undefined, 'polish'],
    [['hubcap_scratch'], 2, 'wheel', undefined, 'replace'], // cheaper than paint
    [['missing_hubcap'], 2, 'wheel', undefined, 'replace'],
    [['misshape'], 2, 'wheel', undefined, 'replace'], // a flat tyre, a bent rim
    [['broken_light'], 3, 'lamp', undefined, 'replace'],
    [['dent'], 3, 'metal', 'repair', 'dent_repair'], // a person's word
    [['scratch'], 1, 'metal', 'repair', 'polish'],
    [['scratch'], 1, 'metal', 'replace', 'replace'],
    [['broken_glass'], 3, 'glass', 'repair', 'polish'],
    [[], 2, 'metal', undefined, 'dent_repair'], // a person's severity without a damage
  ])('%j at level %i on %s (%s) → %s', (types, level, material, person, expected) => {
    expect(operationFor(types, level, material, person)).toBe(expected);
  });

  it('can always be a replacement, and nothing but that comes last', () => {
    for (const possible of Object.values(POSSIBLE)) expect(possible.at(-1)).toBe('replace');
  });

  it('takes longer the worse the part is, unless it is new', () => {
    for (const [name, material] of [
      ['polish', 'metal'],
      ['paint', 'metal'],
      ['paint', 'wheel'],
      ['dent_repair', 'metal'],
    ] as const) {
      const hours = ([1, 2, 3] as const).map((level) => {
        const { body, fitting, paint } = hoursFor(name, level, material);
        return body + fitting + paint;
      });
      expect(hours).toEqual(hours.toSorted((a, b) => a - b));
      expect(new Set(hours).size).toBe(3);
    }
    expect(hoursFor('replace', 1, 'metal')).toEqual(hoursFor('replace', 3, 'metal'));
  });
});
