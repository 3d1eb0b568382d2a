import type { JsonObject } from '../domain/fields.ts';
import { camelCase, snakeCase } from './key-case.ts';
import type { Route } from './routes.ts';

/** Returns the path of a call with its placeholders filled and its options as a query. */
export function toWirePath(
  { path, query = {} }: Route,
  placeholders: Readonly<Record<string, string>>,
  options: object = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(placeholders[camelCase(name)] ?? ''),
  );
  const params = Object.entries(options).flatMap(([key, value]): [string, string][] => {
    const name = snakeCase(key);
    return value === undefined || !Object.hasOwn(query, name) ? [] : [[name, String(value)]];
  });
  return params.length === 0 ? filled : `${filled}?${new URLSearchParams(params)}`;
}

/**
 * Converts a query to options in camelCase, with their types. It does not validate: a number that cannot be parsed
 * becomes NaN, and unknown names stay. The schema of the options rejects both.
 */
export function fromWireQuery({ query = {} }: Route, params: Iterable<[string, string]>): JsonObject {
  const toEntry = ([name, value]: [string, string]) => [camelCase(name), parseValue(value, query[name])];
  return Object.fromEntries(Array.from(params, toEntry));
}

function parseValue(value: string, kind: string | undefined): unknown {
  if (kind === 'number') return value.trim() === '' ? Number.NaN : Number(value);
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
