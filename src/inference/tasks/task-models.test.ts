import { describe, expect, it } from 'vitest';
import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { modelsOfTask } from './task-models.ts';

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
const analyser = { kind: 'wheel-analyser', name: 'wheel-crops', task: 'wheel_analysis' } as ModelEntry;
const text = { kind: 'text-detector', name: 'text-detector', task: 'images_ocr' } as ModelEntry;

const namesOf = (task: Parameters<typeof modelsOfTask>[0], ...models: ModelEntry[]) =>
  modelsOfTask(task, models)
    ?.map(({ name }) => name)
    .toSorted();

describe('the models of a task', () => {
  it('tell damages, and the parts they lie on where the manifest lists a part model', () => {
    expect(namesOf('damage_detection', damage, wheels, analyser)).toEqual(['damage']);
    expect(namesOf('damage_detection', parts, damage)).toEqual(['damage', 'parts']);
  });

  it('may be one that finds both', () => {
    const both = detector('both', 'damage_detection', { scratch: 'damage', hood: 'part' });
    expect(namesOf('damage_detection', both)).toEqual(['both']);
  });

  it('find wheels, look at them, and tell them apart by the viewpoint', () => {
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
  ] as const)('%s can not be run with what does not suffice', (task, models) => {
    expect(namesOf(task, ...models)).toBeUndefined();
  });
});
