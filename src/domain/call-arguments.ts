import type * as v from 'valibot';
import { type Checked, check, invalidField } from './check.ts';
import { id, object } from './fields.ts';

const noOptions = object({});

export function checkId(value: unknown, name: string): string {
  return check(id, value, name);
}

/** Takes the signal out of a call's options and checks the rest. */
export function checkOptions<S extends v.GenericSchema = typeof noOptions>(
  options: unknown,
  schema?: S,
): { signal?: AbortSignal; options: Checked<S> } {
  const { taken: signal, rest } = takeOption(options, 'signal');
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidField('options.signal', 'an AbortSignal', typeof signal);
  }
  const checked = check(schema ?? noOptions, rest, 'options');
  return { options: checked as Checked<S>, ...(signal && { signal }) };
}

/** Takes out of a call's options what no schema can hold (signals, photos) and leaves the rest to be checked. */
export function takeOption(options: unknown, name: string): { taken?: unknown; rest: unknown } {
  const given = options ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return { rest: given };
  const { [name]: taken, ...rest } = given as Record<string, unknown>;
  return { taken, rest };
}
