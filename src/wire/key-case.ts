import type { JsonObject } from '../domain/fields.ts';

/**
 * Keys are snake_case on the wire and camelCase in code. The content of these fields belongs to the app or to third
 * parties. It is passed through unchanged in both directions.
 */
const PASS_THROUGH_FIELDS = [
  'additionalData',
  'arguments',
  'content',
  'generateSubimagesDamages',
  'generateSubimagesParts',
  'headers',
  'imageQualityAssessment',
  'params',
  'scoring',
  'usePricingMatrix',
  'viewpointDetails',
] as const;

/** Requests write `compliances` in camelCase. Responses use the service's own keys, and records keep those. */
const RESPONSE_PASS_THROUGH_FIELDS = [...PASS_THROUGH_FIELDS, 'compliances'] as const;

/** The only key that the rule for capitals does not cover. */
const COVERAGE = { camel: 'coverage360', snake: 'coverage_360' } as const;

export function snakeCase(name: string): string {
  if (name === COVERAGE.camel) return COVERAGE.snake;
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

type RenameKey = (name: string) => string;

/** Deeper than any record. Keys below it stay unchanged, and the schema rejects them. */
const MAX_DEPTH = 32;

function renameKeys(
  value: unknown,
  rename: RenameKey,
  passThrough: ReadonlySet<string>,
  depth = MAX_DEPTH,
): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((member) => renameKeys(member, rename, passThrough, depth - 1));
  const entries = Object.entries(value).map(([key, member]) => [
    rename(key),
    passThrough.has(key) ? member : renameKeys(member, rename, passThrough, depth - 1),
  ]);
  return Object.fromEntries(entries);
}

const inBothCases = (names: readonly string[]) => new Set([...names, ...names.map(snakeCase)]);
const requestPassThrough = inBothCases(PASS_THROUGH_FIELDS);
const responsePassThrough = inBothCases(RESPONSE_PASS_THROUGH_FIELDS);

/** Converts a request body to snake_case. `JSON.stringify` omits its `undefined` members. */
export function requestToWire<Body extends object>(body: Body): JsonObject {
  return renameKeys(body, snakeCase, requestPassThrough) as JsonObject;
}

/** Converts a request body to camelCase. The result is not validated. */
export function requestFromWire(body: unknown): unknown {
  return renameKeys(body, camelCase, requestPassThrough);
}

/** Converts a record to snake_case. */
export function responseToWire(record: object): JsonObject {
  return renameKeys(record, snakeCase, responsePassThrough) as JsonObject;
}

/** Converts a response to camelCase. The result is not validated. */
export function responseFromWire(json: unknown): unknown {
  return renameKeys(json, camelCase, responsePassThrough);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
