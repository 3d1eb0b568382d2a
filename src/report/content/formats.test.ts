import { describe, expect, it } from 'vitest';
import { createFormats } from './formats.ts';

describe('createFormats', () => {
  const en = createFormats('en', 'Europe/Paris');
  const fr = createFormats('fr', 'Europe/Paris');

  it('formats dates in the time zone of the report and names it', () => {
    expect(en.dateTime('2026-03-01T09:30:00Z')).toBe('1 Mar 2026, 10:30 CET');
  });

  it('returns text that is not a date unchanged', () => {
    expect(en.dateTime('yesterday')).toBe('yesterday');
  });

  it('formats amounts with the sign of their currency', () => {
    expect(en.money(39_800, 'EUR')).toBe('€398.00');
    expect(en.money(39_800, 'INR')).toBe('₹398.00');
  });

  it('formats quantities as the language does', () => {
    expect(en.quantity({ value: 48_210, unit: 'km' })).toBe('48,210 km');
    expect(fr.quantity({ value: 48_210, unit: 'km' })).toMatch(/^48\s210 km$/);
  });
});
