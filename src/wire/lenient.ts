import * as v from 'valibot';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { CreatedBy } from '../domain/records/created-by.ts';
import { createdBy, currency, time } from '../domain/records/record-schemas.ts';
import { isObject } from './key-case.ts';

/**
 * Returns the schema with which responses are read, from the schema of a record. Services differ, so:
 *
 * - `null` means absent, and unknown fields are ignored;
 * - limits are not checked: they protect a device from its callers, and a service has its own;
 * - an optional field that does not match is left out: an enum value of a newer version, a result in another format;
 * - a required field that is absent, and an enum value that this version does not know, become what the schema says with
 *   `orElse`; lists and maps become empty. Otherwise the response is rejected.
 */
export function lenient<S extends v.GenericSchema>(schema: S): Lenient<S> {
  return (READERS.get(schema) ?? derive(schema)) as Lenient<S>;
}

/** Returns the fields of a record, each `lenient`. */
export function lenientEntries<Entries extends v.ObjectEntries>(entries: Entries): LenientEntries<Entries> {
  const each = Object.entries(entries).map(([name, schema]) => {
    const read = lenient(schema as v.GenericSchema);
    if (read.type === 'array') return [name, v.nullish(read, [])];
    return [name, read.type === 'record' ? v.nullish(read, {}) : read];
  });
  return Object.fromEntries(each);
}

type Lenient<S> = S extends v.GenericSchema ? v.GenericSchema<unknown, v.InferOutput<S>> : never;
/** Optional fields keep their type, so that they are optional members of what `v.object` returns. */
type LenientEntries<Entries> = {
  [K in keyof Entries]: Entries[K] extends v.OptionalSchema<infer S, undefined>
    ? v.OptionalSchema<Lenient<S>, undefined>
    : Lenient<Entries[K]>;
};

/** Creates a schema of a field that may be absent or null. */
export const optionalField = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );

/** Creates a schema of a field with a default for absent and null. */
export const fieldWithDefault = <S extends v.GenericSchema, const D extends v.InferInput<S>>(
  schema: S,
  defaultValue: D,
) => v.nullish(schema, defaultValue);

/** Creates a schema of an enum. Values that this version does not know, and absent ones, become `unknown`. */
export const enumWithFallback = <const Values extends readonly string[]>(
  values: Values,
  unknown: Values[number],
) => v.fallback(v.nullish(v.picklist(values), unknown), unknown);

/** Stands for a missing time. It sorts first and is clearly not real. */
export const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z';

/** A service may send a number as text (a vehicle's age) or as a number. */
const looseText = v.union([v.string(), v.pipe(finite, v.transform(String))]);

export const anyObject = v.custom<JsonObject>(isObject, 'an object');

/** The schemas that the rules above do not cover. */
const READERS = new Map<unknown, v.GenericSchema>([
  [id, id],
  // Never absent because it does not match: a record with any `deletedAt` is deleted.
  [time, v.fallback(fieldWithDefault(v.string(), UNKNOWN_TIME), UNKNOWN_TIME)],
  // In any form. Only `user` is a user; everything else is a model.
  [createdBy, v.pipe(v.nullish(v.unknown(), null), v.transform(readCreatedBy))],
  [currency, v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))],
]);

function readCreatedBy(value: unknown): CreatedBy {
  if (value === 'user') return value;
  if (typeof value === 'string') return { model: value, version: 'unknown', engine: 'remote' };
  const { model, version, engine } = isObject(value) ? value : {};
  const text = (field: unknown, defaultText: string) => (typeof field === 'string' ? field : defaultText);
  return {
    model: text(model, 'unknown'),
    version: text(version, 'unknown'),
    engine: text(engine, 'remote'),
  };
}

type OrElse = v.MetadataAction<unknown, { orElse: never }>;

/** The kinds of schemas that records have. The other kinds are the same on the wire. */
type RecordSchema =
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.CustomSchema<unknown, undefined>
  | v.NullableSchema<v.GenericSchema, undefined>
  | v.OptionalSchema<v.GenericSchema, undefined>
  | v.UnionSchema<v.GenericSchema[], undefined>
  | v.ArraySchema<v.GenericSchema, undefined>
  | v.StrictTupleSchema<v.GenericSchema[], undefined>
  | v.RecordSchema<v.GenericSchema<string>, v.GenericSchema, undefined>
  | v.StrictObjectSchema<v.ObjectEntries, undefined>;

function derive(schema: v.GenericSchema & { pipe?: readonly v.GenericPipeItem[] }): v.GenericSchema {
  if (!schema.pipe) return deriveNode(schema as RecordSchema);
  // The schema of members is the last: `object` and `list` check the kind of a value before them.
  const read = lenient(schema.pipe.findLast((item) => item.kind === 'schema') as v.GenericSchema);
  const metadata = schema.pipe.find((item) => item.kind === 'metadata') as OrElse | undefined;
  if (!metadata) return read;
  const { orElse } = metadata.metadata;
  const withDefault = v.nullish(read, orElse);
  return read.type === 'picklist' ? v.fallback(withDefault, orElse) : withDefault;
}

function deriveNode(schema: RecordSchema): v.GenericSchema {
  switch (schema.type) {
    case 'string':
      return looseText;
    case 'number':
      return finite;
    case 'custom':
      return anyObject;
    case 'nullable':
      return v.nullable(lenient(schema.wrapped));
    case 'optional': {
      const read = lenient(schema.wrapped);
      // `null` is a value of the caller's own JSON.
      return read.type === 'unknown' ? v.optional(read) : v.fallback(optionalField(read), undefined);
    }
    case 'union':
      return v.union(schema.options.map(lenient));
    case 'array':
      return v.array(lenient(schema.item));
    case 'strict_tuple':
      return v.tuple(schema.items.map(lenient));
    case 'record':
      return v.record(v.string(), lenient(schema.value));
    case 'strict_object':
      return v.object(lenientEntries(schema.entries));
    default:
      return schema;
  }
}
