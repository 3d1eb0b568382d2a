import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../domain/fields.ts';
import * as schemas from '../domain/records/record-schemas.ts';
import { lenient, UNKNOWN_TIME } from './lenient.ts';

const damage = { id: 'd-1', damageType: 'dent', partType: 'hood' };
const read = (json: unknown) => v.parse(lenient(schemas.damageSchema), json);
const unknownModel = { model: 'unknown', version: 'unknown', engine: 'remote' };
const onlyRequired = { ...damage, createdAt: UNKNOWN_TIME, createdBy: unknownModel };

describe('a record of another service', () => {
  test.each([
    ['without what the schema has a value for', {}, {}],
    [
      'with unknown fields',
      { colour: 'red', createdBy: { model: 'm', hue: 1 } },
      { createdBy: { ...unknownModel, model: 'm' } },
    ],
    ['with null for absent', { confidence: null, confirmedAt: null, createdAt: null }, {}],
    ['with an optional field of another kind', { confidence: 'high', correctedFrom: 'dent' }, {}],
    ['with an optional record that lacks a field', { correctedFrom: { damageType: 'dent' } }, {}],
    ['with an enum value of a newer version', { partType: 'antenna' }, { partType: 'ignore' }],
    [
      'beyond the limits',
      { createdBy: 'x'.repeat(9_999) },
      { createdBy: { ...unknownModel, model: 'x'.repeat(9_999) } },
    ],
    ['deleted at a time of another kind', { deletedAt: 1_700_000_000 }, { deletedAt: UNKNOWN_TIME }],
  ])('is read %s', (_what, given, expected) => {
    expect(read({ ...damage, ...given })).toEqual({ ...onlyRequired, ...expected });
  });

  test.each([
    ['its id', { id: undefined }],
    ['an id that is one', { id: '../d-1' }],
    ['a known value of an enum without a default', { damageType: 'meteorite' }],
  ])('is rejected without %s', (_what, given) => {
    expect(() => read({ ...damage, ...given })).toThrow(v.ValiError);
  });

  test('has empty lists and maps for absent ones', () => {
    const { polygons } = entriesOf(schemas.viewSchema);
    const { headers } = { headers: v.record(v.string(), v.string()) };
    expect(v.parse(lenient(v.strictObject({ polygons, headers })), {})).toEqual({
      polygons: [],
      headers: {},
    });
  });

  test('keeps null in the own JSON of a caller', () => {
    const { usePricingMatrix } = entriesOf(schemas.taskSchema);
    expect(v.parse(lenient(v.strictObject({ usePricingMatrix })), { usePricingMatrix: null })).toEqual({
      usePricingMatrix: null,
    });
  });
});
