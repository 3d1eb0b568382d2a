import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkVin, computeVinCheckDigit, requiresCheckDigit } from './vin-check-digit.ts';

const VALID = '1HGBH41JXMN109186';

describe('computeVinCheckDigit', () => {
  it('computes the check digit of 49 CFR 565.15', () => {
    expect(computeVinCheckDigit(VALID)).toBe('X');
    expect(computeVinCheckDigit('11111111111111111')).toBe('1');
  });
});

describe('checkVin', () => {
  it('returns right or wrong', () => {
    expect(checkVin(VALID)).toBe('right');
    expect(checkVin('1HGBH41JXMN109187')).toBe('wrong');
  });

  it('returns not_used if the 9th character is neither a digit nor X', () => {
    expect(checkVin('WVWZZZ1KZ7P101727')).toBe('not_used');
  });

  it('detects every change of one character to another value', () => {
    const position = fc.integer({ min: 0, max: 16 }).filter((at) => at !== 8);
    fc.assert(
      fc.property(position, fc.constantFrom(...'0123456789'), (at, digit) => {
        const changed = `${VALID.slice(0, at)}${digit}${VALID.slice(at + 1)}`;
        const isSame = computeVinCheckDigit(changed) === computeVinCheckDigit(VALID);
        expect(checkVin(changed)).toBe(isSame ? 'right' : 'wrong');
      }),
    );
  });
});

describe('requiresCheckDigit', () => {
  it('is true for North America and China', () => {
    expect(['1HG', '5YJ', '7SA', 'LSV'].map(requiresCheckDigit)).toEqual([true, true, true, true]);
    expect(['WVW', 'VF1', 'JMZ', '7A8'].map(requiresCheckDigit)).toEqual([false, false, false, false]);
  });
});
