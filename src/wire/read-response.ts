import * as v from 'valibot';
import { type Checked, check } from '../domain/check.ts';
import type { CreatedBy } from '../domain/damage.ts';
import { finite, id } from '../domain/fields.ts';
import { isKerbsideError, KerbsideError } from '../errors.ts';
import { answerFromWire, isObject } from './case.ts';

/**
 * How answers are read. Unknown fields are ignored, `null` means absent, and what this library adds to the wire
 * is optional with a default, so any service of the specification can be read. What does not fit is no answer.
 */
export function decoded<S extends v.GenericSchema>(schema: S, json: unknown, what: string): Checked<S> {
  try {
    return check(schema, answerFromWire(json), what);
  } catch (error) {
    // JSON nested a thousand levels deep exhausts the stack: that is nobody's answer either.
    if (!isKerbsideError(error, 'invalid_input') && !(error instanceof RangeError)) throw error;
    throw new KerbsideError('remote_invalid', `The answer is not the service's: ${error.message}`, {
      details: isKerbsideError(error) ? error.details : {},
      cause: error,
      retryable: true,
    });
  }
}

/** A field that may be absent or null. */
export const maybe = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );

/** A field that a service may leave out, and what is taken for it then. */
export const or = <S extends v.GenericSchema, const D extends v.InferInput<S>>(schema: S, otherwise: D) =>
  v.nullish(schema, otherwise);

/** One of a list, or what stands for "not known" in it: services learn new words before their clients do. */
export const oneOf = <const Values extends readonly string[]>(values: Values, unknown: Values[number]) =>
  v.fallback(v.nullish(v.picklist(values), unknown), unknown);

/** Where the service does not say when: the beginning of time, so that it sorts first and fools nobody. */
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z';
export const time = or(v.string(), UNKNOWN_TIME);

export const confidence = maybe(finite);

/** A service may write texts that are numbers (a vehicle's age) as numbers. */
export const looseText = v.union([v.string(), v.pipe(finite, v.transform(String))]);

/** A child of a record: in full, or its id where the answer leaves it out. */
export const orId = <S extends v.GenericSchema>(schema: S) => v.union([id, schema]);

/** Who made a record, in whatever form the service says it: only `user` is a person. */
export const createdBy = v.pipe(v.nullish(v.unknown(), null), v.transform(readCreatedBy));

function readCreatedBy(value: unknown): CreatedBy {
  if (value === 'user') return value;
  if (typeof value === 'string') return { model: value, version: 'unknown', engine: 'remote' };
  const { model, version, engine } = isObject(value) ? value : {};
  const text = (field: unknown, otherwise: string) => (typeof field === 'string' ? field : otherwise);
  return {
    model: text(model, 'unknown'),
    version: text(version, 'unknown'),
    engine: text(engine, 'remote'),
  };
}

/** No client shows what services say of a person: one that names them instead of saying `user` is understood too. */
export function byPerson<T extends { createdBy: CreatedBy }>(record: T, people: readonly string[]): T {
  const { createdBy: by } = record;
  return by !== 'user' && people.includes(by.model) ? { ...record, createdBy: 'user' } : record;
}

/** Create, update and delete answer just this. */
export const idAnswer = v.object({ id });

export function fromWireId(json: unknown): { id: string } {
  return decoded(idAnswer, json, 'answer');
}

/** The children that came in full, and the ids of all of them. */
export function split<T extends { id: string }>(
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
