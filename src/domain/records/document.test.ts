import { expect, test } from 'vitest';
import type { JsonObject } from '../fields.ts';
import { readDocument } from './document.ts';

const readLines = (content: JsonObject) =>
  readDocument({ content }, (value) => value.toLocaleString('en')).lines;
const onDevice = (fields: JsonObject): JsonObject => ({ fields, lines: [{ text: 'as printed' }] });

test('returns readings of the device: VIN with check digit, plate, mileage, text lines', () => {
  const vin = onDevice({ vin: '1HGBH41JXMN109186', checkDigit: 'right', confidence: 0.98 });
  expect(readDocument({ content: vin })).toEqual({
    lines: ['1HGBH41JXMN109186'],
    checkDigit: 'right',
    confidence: 0.98,
  });
  expect(readLines(onDevice({ plate: 'AB-123-CD', country: 'FR', confidence: 1 }))).toEqual(['AB-123-CD']);
  expect(readLines(onDevice({ text: '041250', mileage: { value: 41250, unit: 'km' } }))).toEqual([
    '41,250 km',
  ]);
  expect(readLines(onDevice({ text: 'No parking\nat any time' }))).toEqual(['No parking', 'at any time']);
});

test('returns documents: the lines of a passport, the fields of a registration by code', () => {
  expect(readLines(onDevice({ mrz: { lines: ['P<FRA', '12AB'], valid: true } }))).toEqual(['P<FRA', '12AB']);
  expect(readLines(onDevice({ A: { value: 'AB-123-CD', confidence: 0.9 }, E: { value: 'VF1' } }))).toEqual([
    'A: AB-123-CD',
    'E: VF1',
  ]);
});

test('lists the fields of the remote service, and nothing if nothing was read', () => {
  expect(readLines({ text: 'AB-123-CD' })).toEqual(['AB-123-CD']);
  expect(readLines({ surname: 'Martin', expires: '2031' })).toEqual(['surname: Martin', 'expires: 2031']);
  expect(readLines(onDevice({}))).toEqual([]);
  expect(readLines({})).toEqual([]);
});
