import type * as v from 'valibot';
import { type Checked, check, invalidField } from './check.ts';
import { id, object } from './fields.ts';

const noOptionsSchema = object({});

/** @throws `invalid_input` if the value is not an id. */
export function checkId(value: unknown, name: string): string {
  return check(id, value, name);
}

/**
 * Separates the signal from a call's options and checks the others.
 *
 * @param schema - The other options.
 * @default a schema without options
 * @throws `invalid_input`
 */
export function checkOptions<S extends v.GenericSchema = typeof noOptionsSchema>(
  options: unknown,
  schema?: S,
): { signal?: AbortSignal; options: Checked<S> } {
  const { taken: signal, rest } = takeOption(options, 'signal');
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidField('options.signal', 'an AbortSignal', typeof signal);
  }
  const checked = check(schema ?? noOptionsSchema, rest, 'options');
  return { options: checked as Checked<S>, ...(signal && { signal }) };
}

/** Separates an option that a schema cannot check (a signal, a photo) from the others. */
export function takeOption(options: unknown, name: string): { taken?: unknown; rest: unknown } {
  const given = options ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return { rest: given };
  const { [name]: taken, ...rest } = given as Record<string, unknown>;
  return { taken, rest };
}
