import { describe, expect, it } from 'vitest';
import { PART_TYPES } from '../enums.ts';
import { LANGUAGES, namesIn } from './names.ts';

describe.each(LANGUAGES)('names in %s', (language) => {
  const names = namesIn(language);
  const noPart = names.part('ignore');
  const parts = PART_TYPES.filter((part) => part !== 'ignore' && part !== 'background');

  it('names every part', () => {
    expect(parts.filter((part) => names.part(part) === noPart)).toEqual([]);
  });

  it('gives no two parts the same name', () => {
    expect(new Set(parts.map(names.part)).size).toBe(parts.length);
  });
});

describe('names', () => {
  const [en, fr] = [namesIn('en'), namesIn('fr')];

  it('puts the position of a part in brackets', () => {
    expect(en.part('door_back_left')).toBe('Door (rear left)');
    expect(fr.part('door_back_left')).toBe('Portière (arrière gauche)');
    expect(en.part('hood')).toBe('Hood');
    expect(en.part('rear_spoiler')).toBe('Rear spoiler');
    expect(en.part('background')).toBe('Part not identified');
  });

  it('puts a question mark behind a part that only guesses name, until a user confirms a damage on it', () => {
    const guess = { partType: 'hood', partOrigin: 'guessed' } as const;
    const confirmed = { ...guess, confirmedAt: '2026-03-01T09:00:00.000Z' };
    expect(namesIn('en').damagedPart([guess])).toBe('Hood?');
    expect(namesIn('fr').damagedPart([guess, guess])).toBe('Capot\u202f?');
    expect(namesIn('en').damagedPart([guess, confirmed])).toBe('Hood');
    expect(namesIn('en').damagedPart([{ ...guess, partOrigin: 'seen' }])).toBe('Hood');
  });

  it('names a viewpoint by its positions', () => {
    expect(en.viewpoint('back_left')).toBe('rear left');
    expect(fr.viewpoint('front')).toBe('avant');
  });

  it('returns labels and document types without a name unchanged', () => {
    expect(en.wheelLabel('ALU')).toBe('alloy');
    expect(en.wheelLabel('CARBON')).toBe('CARBON');
    expect(en.document('INSURANCE_CARD')).toBe('INSURANCE_CARD');
  });

  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1_500, '1.5 kB'],
    [150_000, '150 kB'],
    [4_200_000, '4.2 MB'],
    [3_000_000_000_000, '3,000 GB'],
  ])('formats %i bytes as %s', (count, text) => {
    expect(en.bytes(count)).toBe(text);
  });
});
