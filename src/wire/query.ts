import type { JsonObject } from '../domain/fields.ts';
import { camelCase, snakeCase } from './case.ts';
import type { Route } from './routes.ts';

/** The path of a call: placeholders filled, and the options that are given in the query, by their names there. */
export function toWirePath(
  { path, query = {} }: Route,
  placeholders: Readonly<Record<string, string>>,
  options: object = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(placeholders[camelCase(name)] ?? ''),
  );
  const asked = Object.entries(options).flatMap(([key, value]) => {
    const name = snakeCase(key);
    return value === undefined || !Object.hasOwn(query, name) ? [] : [[name, String(value)]];
  });
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}

/**
 * The options of a query, in our spelling and with their types. Nothing is refused here: a text where a number
 * belongs becomes NaN, and names that the route does not have stay, for the schema of the options to refuse.
 */
export function fromWireQuery({ query = {} }: Route, params: Iterable<[string, string]>): JsonObject {
  const read = ([name, value]: [string, string]) => [camelCase(name), typed(value, query[name])];
  return Object.fromEntries(Array.from(params, read));
}

function typed(value: string, kind: string | undefined): unknown {
  if (kind === 'number') return value.trim() === '' ? Number.NaN : Number(value);
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
