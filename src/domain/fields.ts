import * as v from 'valibot';
import { LIMITS } from './limits.ts';

/** Schemas of the field types that the specification's resources share. */

export const text = (max: number = LIMITS.shortText) =>
  v.pipe(v.string(), v.maxLength(max, `a text of at most ${max} characters`));

export const longText = text(LIMITS.longText);

export const id = v.pipe(
  v.string(),
  // Records are stored in objects by id, and `__proto__` is not an ordinary key. Ids are segments of URLs, which `.` and
  // `..` would change.
  v.regex(/^(?!(?:__proto__|\.{1,2})$)[\w.:-]{1,128}$/, 'an id (1 to 128 letters, digits, or ._:-)'),
);

export const finite = v.pipe(v.number(), v.finite('a finite number'));

export const notNegative = v.pipe(finite, v.minValue(0, 'a number of at least 0'));

export const fraction = v.pipe(
  finite,
  v.minValue(0, 'a number from 0 to 1'),
  v.maxValue(1, 'a number from 0 to 1'),
);

export const url = v.pipe(
  v.string(),
  v.maxLength(LIMITS.url, `a URL of at most ${LIMITS.url} characters`),
  v.check((value) => isWebUrl(value), 'an http, https or blob URL'),
);

const jsonExpected = (maxBytes: number) => `JSON of at most ${maxBytes} bytes and ${LIMITS.jsonDepth} levels`;

/** The caller's own JSON. It is stored and sent unchanged, so values that JSON cannot represent are rejected. */
export const json = v.pipe(
  v.unknown(),
  v.check((value) => isSmallJson(value), jsonExpected(LIMITS.jsonBytes)),
);

/** Not `v.record`: it drops keys such as `constructor`, which the caller may use. */
export const jsonObjectOf = (maxBytes: number) =>
  v.pipe(
    v.custom<JsonObject>(isPlainObject, 'an object'),
    v.check((value) => isSmallJson(value, maxBytes), jsonExpected(maxBytes)),
  );

export const jsonObject = jsonObjectOf(LIMITS.jsonBytes);
/** An object that JSON can represent. */
export type JsonObject = Record<string, unknown>;

/** An object with exactly these fields. `v.strictObject` alone accepts an array, a Date or a Map as an empty object. */
export const object = <const Entries extends v.ObjectEntries>(entries: Entries) => {
  const fields = v.strictObject(entries);
  return v.pipe(v.custom<v.InferInput<typeof fields>>(isPlainObject, 'an object'), fields);
};

/** Returns the fields of a schema that `object` created. */
export const entriesOf = <Entries>({ pipe }: { pipe: readonly [unknown, { entries: Entries }] }): Entries =>
  pipe[1].entries;

/** A list. Checks the length before the members: millions of invalid members must not be checked and reported. */
export const list = <Item extends v.GenericSchema>(item: Item, max: number, noun: string) => {
  const members = v.array(item);
  return v.pipe(
    v.custom<v.InferInput<typeof members>>(Array.isArray, 'an array'),
    v.maxLength(max, `at most ${max} ${noun}`),
    members,
  );
};

function isWebUrl(value: string): boolean {
  try {
    return ['http:', 'https:', 'blob:'].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

/**
 * Returns true if the value is JSON within the limits of size and depth.
 *
 * @param maxBytes - Default: the limit of a caller's own JSON.
 */
export function isSmallJson(value: unknown, maxBytes: number = LIMITS.jsonBytes): boolean {
  // Every value takes at least one byte, so the budget also stops cycles and shared branches early.
  const budget = { values: maxBytes };
  if (!isJson(value, LIMITS.jsonDepth, budget)) return false;
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length <= maxBytes;
}

function isJson(value: unknown, depth: number, budget: { values: number }): boolean {
  if (budget.values-- <= 0) return false;
  if (value === null || value === undefined) return true;
  if (typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  if (Array.isArray(value)) return value.every((member) => isJson(member, depth - 1, budget));
  return isPlainObject(value) && Object.values(value).every((member) => isJson(member, depth - 1, budget));
}

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
