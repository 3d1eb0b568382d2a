import * as v from 'valibot';
import { type Checked, check, invalidField } from '../spec/check.ts';
import { id } from '../spec/fields.ts';

const noOptions = v.strictObject({});

export function checkId(value: unknown, name: string): string {
  return check(id, value, name);
}

/** Takes the signal out of a call's options and checks the rest. */
export function checkOptions<S extends v.GenericSchema = typeof noOptions>(
  options: unknown,
  schema?: S,
): { signal?: AbortSignal; options: Checked<S> } {
  const given = options ?? {};
  const { signal, ...rest } = (typeof given === 'object' ? given : {}) as { signal?: unknown };
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidField('options.signal', 'an AbortSignal', typeof signal);
  }
  const checked = check(schema ?? noOptions, typeof given === 'object' ? rest : given, 'options');
  return { options: checked as Checked<S>, ...(signal && { signal }) };
}
