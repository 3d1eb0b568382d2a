import fc from 'fast-check';
import type { CreatedBy } from '../../../src/domain/created-by.ts';
import { PART_TYPES } from '../../../src/domain/enums.ts';
import type { JsonObject } from '../../../src/domain/fields.ts';

/** What the fields of records are filled with. */

export const text = fc.string({ maxLength: 12, unit: 'binary' });
export const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e9 });
export const id = fc.uuid();
export const time = fc
  .date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
export const url = fc.constantFrom('https://example.org/', 'http://localhost:8787/a?b=c_d#e');
export const fraction = fc.double({ min: 0, max: 1, noNaN: true });

/** A caller's own JSON, with keys that look like ours in either spelling. */
export const ownJson: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.oneof(
      fc.constantFrom(
        'snake_case',
        'camelCase',
        'additional_data',
        'coverage_360',
        'coverage360',
        'odd key',
        'A',
      ),
      fc.string({ maxLength: 6 }),
    ),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 4 },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

export const modelOrigin = fc.record({ model: text, version: text, engine: text });

export const createdBy: fc.Arbitrary<CreatedBy> = fc.oneof(fc.constant('user' as const), modelOrigin);

type OptionalKey<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? K : never }[keyof T];
type Arbitraries<K extends PropertyKey> = Record<K, fc.Arbitrary<unknown>>;

/**
 * A record with every field of its type, so that the compiler misses none that is added later. Optional members
 * are absent or there, never `undefined`.
 */
export function record<T extends object>(
  required: Arbitraries<Exclude<keyof T, OptionalKey<T>>>,
  ...[optional]: [OptionalKey<T>] extends [never] ? [] : [Arbitraries<OptionalKey<T>>]
): fc.Arbitrary<T> {
  const all = { ...required, ...optional } as Record<string, fc.Arbitrary<unknown>>;
  const made = fc.record(all, { requiredKeys: Object.keys(required) });
  return made as unknown as fc.Arbitrary<T>;
}

export const partTypes = fc.constantFrom(...PART_TYPES);
export const ids = fc.array(id, { maxLength: 2 });
