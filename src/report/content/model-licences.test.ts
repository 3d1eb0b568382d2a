import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MODEL_LICENCES } from './model-licences.ts';

test('the licences of the models are those of the manifest', () => {
  const manifest = JSON.parse(readFileSync('models/manifest.json', 'utf8'));
  const licences = manifest.models.map(({ name, licenceKind = 'free' }: Record<string, string>) => [
    name,
    licenceKind,
  ]);
  expect(MODEL_LICENCES).toEqual(Object.fromEntries(licences));
});
