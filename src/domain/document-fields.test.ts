import { expect, test } from 'vitest';
import { whatWasRead } from './document-fields.ts';
import type { JsonObject } from './fields.ts';

const linesOf = (content: JsonObject) =>
  whatWasRead({ content }, (value) => value.toLocaleString('en')).lines;
const onDevice = (fields: JsonObject): JsonObject => ({ fields, lines: [{ text: 'as it stands there' }] });

test('of what this device read: the VIN with its check, the plate, the mileage, the lines of a text', () => {
  const vin = onDevice({ vin: '1HGBH41JXMN109186', checkDigit: 'right', confidence: 0.98 });
  expect(whatWasRead({ content: vin })).toEqual({
    lines: ['1HGBH41JXMN109186'],
    checkDigit: 'right',
    confidence: 0.98,
  });
  expect(linesOf(onDevice({ plate: 'AB-123-CD', country: 'FR', confidence: 1 }))).toEqual(['AB-123-CD']);
  expect(linesOf(onDevice({ text: '041250', mileage: { value: 41250, unit: 'km' } }))).toEqual(['41,250 km']);
  expect(linesOf(onDevice({ text: 'No parking\nat any time' }))).toEqual(['No parking', 'at any time']);
});

test('of papers: the lines of a passport, the fields of a registration by their codes', () => {
  expect(linesOf(onDevice({ mrz: { lines: ['P<FRA', '12AB'], valid: true } }))).toEqual(['P<FRA', '12AB']);
  expect(linesOf(onDevice({ A: { value: 'AB-123-CD', confidence: 0.9 }, E: { value: 'VF1' } }))).toEqual([
    'A: AB-123-CD',
    'E: VF1',
  ]);
});

test('of a service’s own words: its fields, one by one; and nothing where nothing was read', () => {
  expect(linesOf({ text: 'AB-123-CD' })).toEqual(['AB-123-CD']);
  expect(linesOf({ surname: 'Martin', expires: '2031' })).toEqual(['surname: Martin', 'expires: 2031']);
  expect(linesOf(onDevice({}))).toEqual([]);
  expect(linesOf({})).toEqual([]);
});
