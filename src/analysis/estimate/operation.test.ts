import { describe, expect, it } from 'vitest';
import type { DamageType, RepairOperation } from '../../domain/enums.ts';
import type { PartOperationName, SeverityLevel } from '../../domain/records/repair-estimate.ts';
import { POSSIBLE_OPERATIONS } from './operation-rules.ts';
import type { Material } from './part-kinds.ts';
import { chooseOperation, getLabourHours } from './price-part.ts';

describe('chooseOperation', () => {
  it.each<[DamageType[], SeverityLevel, Material, RepairOperation | undefined, PartOperationName]>([
    [['scratch'], 1, 'metal', undefined, 'polish'],
    [['scratch'], 2, 'metal', undefined, 'paint'],
    [['dent'], 2, 'metal', undefined, 'dent_repair'],
    [['dent'], 3, 'metal', undefined, 'replace'],
    [['scratch', 'dent'], 2, 'plastic', undefined, 'dent_repair'], // the most extensive one
    [['scratch'], 2, 'glass', undefined, 'replace'], // glass takes no paint
    [['scratch'], 2, 'wheel', undefined, 'paint'], // a rim
    [['hubcap_scratch'], 1, 'wheel', undefined, 'polish'],
    [['hubcap_scratch'], 2, 'wheel', undefined, 'replace'], // cheaper than paint
    [['missing_hubcap'], 2, 'wheel', undefined, 'replace'],
    [['misshape'], 2, 'wheel', undefined, 'replace'], // a flat tyre, a bent rim
    [['broken_light'], 3, 'lamp', undefined, 'replace'],
    [['dent'], 3, 'metal', 'repair', 'dent_repair'], // set by a user
    [['scratch'], 1, 'metal', 'repair', 'polish'],
    [['scratch'], 1, 'metal', 'replace', 'replace'],
    [['broken_glass'], 3, 'glass', 'repair', 'polish'],
    [[], 2, 'metal', undefined, 'dent_repair'], // a severity set by a user, without a damage
  ])('%j at level %i on %s (%s) → %s', (types, level, material, byUser, expected) => {
    expect(chooseOperation(types, level, material, byUser)).toBe(expected);
  });

  it('lists replace last for every material', () => {
    for (const possible of Object.values(POSSIBLE_OPERATIONS)) expect(possible.at(-1)).toBe('replace');
  });

  it('takes longer at a higher severity, except for replace', () => {
    for (const [name, material] of [
      ['polish', 'metal'],
      ['paint', 'metal'],
      ['paint', 'wheel'],
      ['dent_repair', 'metal'],
    ] as const) {
      const hours = ([1, 2, 3] as const).map((level) => {
        const { body, fitting, paint } = getLabourHours(name, level, material);
        return body + fitting + paint;
      });
      expect(hours).toEqual(hours.toSorted((a, b) => a - b));
      expect(new Set(hours).size).toBe(3);
    }
    expect(getLabourHours('replace', 1, 'metal')).toEqual(getLabourHours('replace', 3, 'metal'));
  });
});
