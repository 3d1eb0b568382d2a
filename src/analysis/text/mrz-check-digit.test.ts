import { expect, it } from 'vitest';
import { computeMrzCheckDigit, isMrzCheckDigitValid } from './read-mrz.ts';

it('computes the check digits of the ICAO 9303 specimen', () => {
  expect(computeMrzCheckDigit('D23145890')).toBe('7');
  expect(computeMrzCheckDigit('740812')).toBe('2');
});

it('accepts a filler instead of 0 for an empty field', () => {
  expect(isMrzCheckDigitValid('<<<<<<<<<<<<<<', '<')).toBe(true);
  expect(isMrzCheckDigitValid('740812', '<')).toBe(false);
});
