import { describe, expect, it } from 'vitest';
import { selectByLicence } from './licence.ts';

const manifest = {
  models: [
    { name: 'damage', licenceKind: 'research' as const },
    { name: 'parts', licenceKind: 'research' as const },
    { name: 'damage-free', licenceKind: 'free' as const, alternativeTo: 'damage' },
    { name: 'own' },
  ],
};
const select = (licence: 'free' | 'research', from = manifest) =>
  selectByLicence(from, licence).models.map(({ name }) => name);

describe('selectByLicence', () => {
  it('leaves out models for research, and has their free alternatives', () => {
    expect(select('free')).toEqual(['damage-free', 'own']);
  });

  it('prefers the models for research to their alternatives', () => {
    expect(select('research')).toEqual(['damage', 'parts', 'own']);
  });

  it('keeps an alternative whose model is not in the folder', () => {
    expect(select('research', { models: manifest.models.slice(2) })).toEqual(['damage-free', 'own']);
  });
});
