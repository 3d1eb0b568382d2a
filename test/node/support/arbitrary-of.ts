import fc from 'fast-check';
import * as v from 'valibot';
import type { Checked } from '../../../src/domain/check.ts';
import { id, type JsonObject, json, jsonObject, url } from '../../../src/domain/fields.ts';
import { currency, largeJson, sha256, time } from '../../../src/domain/records/record-schemas.ts';

/** A caller's own JSON, with keys that look like ours in either spelling. */
export const ownJson: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.oneof(
      fc.constantFrom(
        'snake_case',
        'camelCase',
        'additional_data',
        'coverage_360',
        'coverage360',
        'odd key',
        'A',
      ),
      fc.string({ maxLength: 6 }),
    ),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 4 },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

const isoTime = fc
  .date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Values of the schemas that check more than a kind and limits. */
const VALUES = new Map<unknown, fc.Arbitrary<unknown>>([
  [id, fc.uuid()],
  [time, isoTime],
  [sha256, fc.constantFrom('0'.repeat(64), 'ab'.repeat(32))],
  [currency, fc.constantFrom('EUR', 'JPY')],
  [url, fc.constantFrom('https://example.org/', 'http://localhost:8787/a?b=c_d#e')],
  [json, fc.oneof(ownJson, fc.boolean(), fc.string())],
  [jsonObject, ownJson],
  [largeJson, ownJson],
]);

/**
 * Returns an arbitrary of a record: every field, and every way of leaving one out. Optional members are absent or there,
 * never `undefined`.
 *
 * @throws RangeError for a kind of schema that no record has.
 */
export function arbitraryOf<S extends v.GenericSchema>(schema: S): fc.Arbitrary<Checked<S>> {
  return (VALUES.get(schema) ?? derive(schema as unknown as Node)) as fc.Arbitrary<Checked<S>>;
}

type Node = (
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.LiteralSchema<v.Literal, undefined>
  | v.PicklistSchema<readonly v.Literal[] & v.PicklistOptions, undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
  | v.UnionSchema<v.GenericSchema[], undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.StrictTupleSchema<v.GenericSchema[], undefined>
  | v.RecordSchema<v.GenericSchema<string>, v.GenericSchema, undefined>
  | v.StrictObjectSchema<v.ObjectEntries, undefined>
) & { pipe?: readonly v.GenericPipeItem[] };

function derive(schema: Node): fc.Arbitrary<unknown> {
  if (schema.type === 'number') return arbitraryNumber(schema);
  if (schema.pipe) {
    const inner = schema.pipe.findLast((item) => item.kind === 'schema') as v.GenericSchema;
    return arbitraryOf(inner).filter((value) => v.is(schema, value));
  }
  switch (schema.type) {
    case 'string':
      return fc.string({ maxLength: 12, unit: 'binary' });
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(schema.literal);
    case 'picklist':
      return fc.constantFrom(...schema.options);
    case 'nullable':
      return fc.option(arbitraryOf(schema.wrapped));
    case 'union':
      return fc.oneof(...schema.options.map(arbitraryOf));
    case 'array':
      return fc.array(arbitraryOf(schema.item), { maxLength: 2 });
    case 'strict_tuple':
      return fc.tuple(...schema.items.map(arbitraryOf));
    case 'record':
      return fc.dictionary(
        fc.constantFrom('x-secret', 'Content_Type', 'camelCase'),
        arbitraryOf(schema.value),
      );
    case 'strict_object':
      return arbitraryObject(schema.entries);
    default:
      throw new RangeError(`There is no arbitrary of ${JSON.stringify(schema)}.`);
  }
}

function arbitraryNumber(schema: Node): fc.Arbitrary<number> {
  const min = findLimit(schema, 'min_value') ?? -1e9;
  const max = findLimit(schema, 'max_value') ?? 1e9;
  // JSON has no -0.
  return fc.double({ min, max, noNaN: true }).map((value) => value + 0);
}

/** Limits are in the pipe of a schema, or of the schema that it extends. */
function findLimit(schema: Node, type: 'min_value' | 'max_value'): number | undefined {
  const [base, ...actions] = schema.pipe ?? [];
  const found = actions.find((action) => action.type === type) as { requirement: number } | undefined;
  return found?.requirement ?? (base && findLimit(base as Node, type));
}

function arbitraryObject(entries: v.ObjectEntries): fc.Arbitrary<object> {
  const values: Record<string, fc.Arbitrary<unknown>> = {};
  const requiredKeys: string[] = [];
  for (const [name, schema] of Object.entries(entries)) {
    if (schema.type === 'optional')
      values[name] = arbitraryOf((schema as v.OptionalSchema<v.GenericSchema, undefined>).wrapped);
    else {
      values[name] = arbitraryOf(schema);
      requiredKeys.push(name);
    }
  }
  return fc.record(values, { requiredKeys });
}
