import { check } from '../../../src/domain/check.ts';
import { type JsonObject, jsonObject } from '../../../src/domain/fields.ts';
import { isObject } from '../../../src/wire/key-case.ts';
import type { StoredState } from '../../store/stored-state.ts';
import type { CommitChange } from '../request-store.ts';

/** A request body in two parts. */
export interface Accepted {
  /** The fields of the specification. The operations check them. */
  body: unknown;
  /** The fields that only the vendor's clients name. The service stores them and returns them unchanged. */
  kept: JsonObject;
}

/** Returns the key of a task's kept fields. Other records are found by their id, but tasks are found by their name. */
export const taskKey = (name: string) => `task:${name}`;

/** Returns the fields that are kept for a record. */
export function getKept(state: StoredState | undefined, key: string): JsonObject {
  return state?.kept?.[key] ?? {};
}

/**
 * Returns the inspection with kept fields of one record.
 *
 * @param removed - Names of kept fields that the request replaces by a field of the specification.
 * @throws `invalid_input` if the fields are too large.
 */
export function keepFields(
  state: StoredState,
  key: string,
  fields: JsonObject,
  removed: readonly string[] = [],
): StoredState {
  const before = Object.entries(getKept(state, key)).filter(([name]) => !removed.includes(name));
  const after = { ...Object.fromEntries(before), ...fields };
  if (Object.keys(after).length === 0 && !state.kept?.[key]) return state;
  return { ...state, kept: { ...state.kept, [key]: check(jsonObject, after, key) } };
}

/** Returns the change that keeps fields of the record that a request adds to a list. */
export function keepOfAdded(
  list: 'images' | 'damages' | 'severityResults',
  fields: JsonObject,
): CommitChange {
  return (state, before) => {
    const added = state[list].at(before?.[list].length ?? 0);
    return added ? keepFields(state, added.id, fields) : state;
  };
}

/** Separates the named fields of an object from the others. */
export function splitFields(
  body: JsonObject,
  names: readonly string[],
): { picked: JsonObject; rest: JsonObject } {
  const isNamed = ([name]: [string, unknown]) => names.includes(name);
  const entries = Object.entries(body);
  return {
    picked: Object.fromEntries(entries.filter(isNamed)),
    rest: Object.fromEntries(entries.filter((entry) => !isNamed(entry))),
  };
}

/** Moves a field to the kept fields if it is not an object: the specification's record only has room for an object. */
export function splitUnlessObject(body: JsonObject, name: string): { picked: JsonObject; rest: JsonObject } {
  const isOther = body[name] !== undefined && !isObject(body[name]);
  return splitFields(body, isOther ? [name] : []);
}

/** Applies a function to the records of a list. Ids stay as they are. */
export function mapRecords(records: unknown, change: (record: JsonObject) => JsonObject): unknown {
  return Array.isArray(records)
    ? records.map((one: unknown) => (isObject(one) ? change(one) : one))
    : records;
}
