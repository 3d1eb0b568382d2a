import type { JsonObject } from '../domain/fields.ts';

/**
 * Keys are snake_case on the wire and camelCase inside. What lies under these fields is the caller's own JSON,
 * or text of somebody else's making: it passes through untouched, both ways.
 */
const FREE_FIELDS = [
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

/** Asked for in camelCase (so not free), but answered in the service's own spelling, which records keep. */
const FREE_IN_ANSWERS = [...FREE_FIELDS, 'compliances'] as const;

/** The one name that the rule for capitals does not give. */
const COVERAGE = { camel: 'coverage360', snake: 'coverage_360' } as const;

export function snakeCase(name: string): string {
  if (name === COVERAGE.camel) return COVERAGE.snake;
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

type Rename = (name: string) => string;

/** Deeper than anything of ours lies; what is below is left as it is, for a schema to refuse. */
const DEEPEST = 32;

function renamed(value: unknown, rename: Rename, free: ReadonlySet<string>, depth = DEEPEST): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((member) => renamed(member, rename, free, depth - 1));
  const entries = Object.entries(value).map(([key, member]) => [
    rename(key),
    free.has(key) ? member : renamed(member, rename, free, depth - 1),
  ]);
  return Object.fromEntries(entries);
}

const both = (names: readonly string[]) => new Set([...names, ...names.map(snakeCase)]);
const freeInRequests = both(FREE_FIELDS);
const freeInAnswers = both(FREE_IN_ANSWERS);

/** A request's body with its keys as the wire has them; `undefined` members vanish when it becomes JSON. */
export function requestToWire(body: object): JsonObject {
  return renamed(body, snakeCase, freeInRequests) as JsonObject;
}

/** Not checked: what came is whatever a client sent, in our spelling. */
export function requestFromWire(body: unknown): unknown {
  return renamed(body, camelCase, freeInRequests);
}

export function answerToWire(record: object): JsonObject {
  return renamed(record, snakeCase, freeInAnswers) as JsonObject;
}

export function answerFromWire(json: unknown): unknown {
  return renamed(json, camelCase, freeInAnswers);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
