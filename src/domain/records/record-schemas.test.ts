import * as v from 'valibot';
import { test } from 'vitest';
import { id, object } from '../fields.ts';
import { schemaOf } from './record-schemas.ts';

interface Wheel {
  id: string;
  size?: number;
}

test('a schema with other fields than its interface does not compile', () => {
  schemaOf<Wheel>()(object({ id, size: v.optional(v.number()) }));
  // @ts-expect-error: a field is missing
  schemaOf<Wheel>()(object({ id }));
  // @ts-expect-error: a field is not optional
  schemaOf<Wheel>()(object({ id, size: v.number() }));
  // @ts-expect-error: a field has another type
  schemaOf<Wheel>()(object({ id, size: v.optional(v.string()) }));
  // @ts-expect-error: a field is not in the interface
  schemaOf<Wheel>()(object({ id, size: v.optional(v.number()), tyre: v.optional(v.string()) }));
});
