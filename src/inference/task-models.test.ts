import { describe, expect, it } from 'vitest';
import type { ModelEntry } from '../analysis/model-manifest.ts';
import { findDamageTiers, findTaskModels, withoutServerModel, withServerModel } from './task-models.ts';

type Role = 'damage' | 'part' | 'wheel';
const detector = (name: string, task: string, types: Record<string, Role>): ModelEntry =>
  ({
    kind: 'detector',
    name,
    task,
    types: Object.entries(types).map(([type, role]) => ({ name: type, role })),
  }) as ModelEntry;

const damage = detector('damage', 'damage_detection', { scratch: 'damage', flat_tyre: 'wheel' });
const parts = detector('parts', 'damage_detection', { hood: 'part', wheel: 'wheel' });
const wheels = detector('wheels', 'wheel_analysis', { wheel: 'wheel' });
const large = {
  ...detector('damage-large', 'damage_detection', { scratch: 'damage' }),
  tier: 'large',
} as ModelEntry;
const server = { ...large, name: 'damage-server', tier: 'server' } as ModelEntry;
const analyser = { kind: 'wheel-analyser', name: 'wheel-crops', task: 'wheel_analysis' } as ModelEntry;
const text = { kind: 'text-detector', name: 'text-detector', task: 'images_ocr' } as ModelEntry;

const namesOf = (task: Parameters<typeof findTaskModels>[0], ...models: ModelEntry[]) =>
  findTaskModels(task, models)
    ?.map(({ name }) => name)
    .toSorted();

describe('findDamageTiers', () => {
  const tiersOf = (...models: ModelEntry[]) => findDamageTiers(models)?.map((model) => model?.name);

  it('returns the small model first, in any order of the manifest', () => {
    expect(tiersOf(large, parts, damage)).toEqual(['damage', 'damage-large']);
    expect(tiersOf(damage, large)).toEqual(['damage', 'damage-large']);
  });

  it('returns one model if the manifest lists one', () => {
    expect(tiersOf(damage)).toEqual(['damage']);
    expect(tiersOf(large)).toEqual(['damage-large']);
    expect(tiersOf(parts, wheels)).toBeUndefined();
  });
});

describe('the model that only servers can hold', () => {
  const tiersOf = (models: readonly ModelEntry[]) => findDamageTiers(models)?.map((model) => model?.name);

  it('replaces the large one where it is asked for', () => {
    expect(tiersOf(withServerModel([damage, large, server]))).toEqual(['damage', 'damage-server']);
    expect(tiersOf(withServerModel([damage, large]))).toEqual(['damage', 'damage-large']);
  });

  it('is left out elsewhere', () => {
    expect(withoutServerModel([damage, large, server, text])).toEqual([damage, large, text]);
    expect(tiersOf([server, damage, large])).toEqual(['damage', 'damage-large']);
  });
});

describe('findTaskModels', () => {
  it('returns all tiers of the damage model', () => {
    expect(namesOf('damage_detection', large, damage)).toEqual(['damage', 'damage-large']);
  });

  it('returns the damage model, and the part model if the manifest lists one', () => {
    expect(namesOf('damage_detection', damage, wheels, analyser)).toEqual(['damage']);
    expect(namesOf('damage_detection', parts, damage)).toEqual(['damage', 'parts']);
  });

  it('returns one model that detects damages and parts once', () => {
    const both = detector('both', 'damage_detection', { scratch: 'damage', hood: 'part' });
    expect(namesOf('damage_detection', both)).toEqual(['both']);
  });

  it('returns the wheel detector, the wheel analyser and the part model', () => {
    expect(namesOf('wheel_analysis', damage, wheels, analyser)).toEqual(['wheel-crops', 'wheels']);
    expect(namesOf('wheel_analysis', parts, wheels, analyser)).toEqual(['parts', 'wheel-crops', 'wheels']);
    expect(namesOf('wheel_analysis', parts, analyser)).toEqual(['parts', 'wheel-crops']);
  });

  it.each([
    ['damage_detection', [parts, text]],
    ['wheel_analysis', [damage, analyser]],
    ['wheel_analysis', [damage, parts, wheels]],
    ['images_ocr', [damage, analyser]],
    ['repair_estimate', [damage, parts, wheels, analyser, text]],
  ] as const)('returns undefined for %s if a required model is missing', (task, models) => {
    expect(namesOf(task, ...models)).toBeUndefined();
  });
});
