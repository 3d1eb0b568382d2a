import * as v from 'valibot';
import { type Checked, check } from '../domain/check.ts';
import type { CreatedBy } from '../domain/created-by.ts';
import { finite, id } from '../domain/fields.ts';
import { isKerbsideError, KerbsideError } from '../errors.ts';
import { isObject, responseFromWire } from './key-case.ts';

/**
 * Reads a response of any service that implements the specification. Unknown fields are ignored, `null` means absent,
 * and fields that this library adds to the wire format have defaults.
 *
 * @param what - What is read, for the error message.
 * @throws `remote_invalid` if the JSON does not match the schema.
 */
export function decodeResponse<S extends v.GenericSchema>(
  schema: S,
  json: unknown,
  what: string,
): Checked<S> {
  try {
    return check(schema, responseFromWire(json), what);
  } catch (error) {
    // JSON nested 1000 levels deep exhausts the stack with a RangeError.
    if (!isKerbsideError(error, 'invalid_input') && !(error instanceof RangeError)) throw error;
    throw new KerbsideError(
      'remote_invalid',
      `The response does not match the wire format: ${error.message}`,
      {
        details: isKerbsideError(error) ? error.details : {},
        cause: error,
        retryable: true,
      },
    );
  }
}

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
export const time = fieldWithDefault(v.string(), UNKNOWN_TIME);

export const confidence = optionalField(finite);

/** A service may send a number as text (a vehicle's age) or as a number. */
export const looseText = v.union([v.string(), v.pipe(finite, v.transform(String))]);

/** Creates a schema of a child record, which is sent in full or as its id. */
export const recordOrId = <S extends v.GenericSchema>(schema: S) => v.union([id, schema]);

/** Reads who created a record, in any form. Only `user` is a user; everything else is a model. */
export const createdBy = v.pipe(v.nullish(v.unknown(), null), v.transform(readCreatedBy));

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

/** Some services send the id of a user instead of `user`. Those records count as created by a user. */
export function attributeToUser<T extends { createdBy: CreatedBy }>(
  record: T,
  userIds: readonly string[],
): T {
  const { createdBy: by } = record;
  return by !== 'user' && userIds.includes(by.model) ? { ...record, createdBy: 'user' } : record;
}

export const wireId = v.object({ id });

/** Reads the response of creates, updates and deletes. */
export function fromWireId(json: unknown): { id: string } {
  return decodeResponse(wireId, json, 'response');
}

/** Returns the children that were sent in full, and the ids of all of them. */
export function splitChildren<T extends { id: string }>(
  children: readonly (string | T)[],
): {
  records: T[];
  ids: string[];
} {
  return {
    records: children.filter((child): child is T => typeof child !== 'string'),
    ids: children.map((child) => (typeof child === 'string' ? child : child.id)),
  };
}
