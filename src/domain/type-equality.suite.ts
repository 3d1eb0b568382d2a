import type * as v from 'valibot';
import type { WithoutUndefined } from './check.ts';

/** What a caller passes to a schema. */
export type Input<Schema extends v.GenericSchema> = WithoutUndefined<v.InferInput<Schema>>;

/**
 * True if a documented interface has exactly the fields of a schema's type. The compiler checks it: `npm run check` fails
 * if one of them has a field that the other has not. `undefined` is ignored, because `check` removes it.
 */
export type Matches<SchemaType, Interface> = Equal<Members<SchemaType>, Members<WithoutUndefined<Interface>>>;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Expands interfaces and intersections, so that `Equal` compares members only. */
type Members<T> = T extends object ? { [K in keyof T]: Members<T[K]> } : T;
