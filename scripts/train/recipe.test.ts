import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { DetectorEntry, Manifest } from '../../src/analysis/model-manifest.ts';
import { createConfig, createDescription, listClasses } from './recipe.ts';
import type { TrainingRecord } from './training-record.ts';

const manifestUrl = new URL('../../models/manifest.json', import.meta.url);
const { models } = JSON.parse(await readFile(manifestUrl, 'utf8')) as Manifest;
const detector = (name: string) =>
  models.find((model): model is DetectorEntry => model.kind === 'detector' && model.name === name);
const [damage, parts] = [detector('damage'), detector('parts')];
if (!damage || !parts) throw new Error('The manifest has no damage or parts model');

const record = (label: string): TrainingRecord => ({
  file: 'a.jpg',
  width: 640,
  height: 480,
  set: 'yard',
  split: 'train',
  stretched: false,
  labelled: [label],
  boxes: [],
  ignore: [],
});
const setup = {
  device: 'cpu' as const,
  torch: '2.11',
  model: { width: 0.375, prototypes: 24, bins: 16, backbone: 'mobilenet' },
};

test('keeps the types of the model and appends new damage types', () => {
  const known = damage.types.map(({ name }) => name);
  expect(listClasses(damage, [record('scratch'), record('scattered_scratches')])).toEqual(known);
  expect(listClasses(damage, [record('missing_hubcap')])).toEqual([...known, 'missing_hubcap']);
});

test('rejects a label that is no damage type', () => {
  expect(() => listClasses(damage, [record('rust')])).toThrow(/label rust is neither a type of damage/);
});

test('swaps left and right parts in mirrored pictures', () => {
  const { mirror } = createConfig(parts, listClasses(parts, []), setup, 512);
  expect(mirror).toContainEqual(['left_mirror', 'right_mirror']);
  expect(mirror.every(([left]) => left.includes('left'))).toBe(true);
});

test('describes the new model with the fields of the old, uncalibrated', () => {
  const { variants: _variants, ...fields } = damage;
  const description = createDescription(
    damage,
    [...damage.types.map(({ name }) => name), 'missing_hubcap'],
    'yard',
  );
  expect(description).toMatchObject({
    name: 'damage',
    task: fields.task,
    input: fields.input,
    version: `${damage.version}-yard`,
  });
  expect(description.types.at(-1)).toEqual({
    name: 'missing_hubcap',
    role: 'damage',
    calibration: { slope: 1, offset: 0 },
    bestThreshold: damage.threshold,
  });
  expect(description.types[0]).toMatchObject({ name: 'scratch', calibration: { slope: 1, offset: 0 } });
});
