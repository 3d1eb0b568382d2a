import { KerbsideError } from '../errors.ts';
import type { Kind, Kinds, NormalizedResponse } from './entities.ts';

/**
 * Returns the record that a response is about, without its map: `entities[kind][result]`.
 *
 * @param response - The response of a call about one record.
 * @param kind - The kind of that record.
 * @throws `not_found` if the response has no such record, for example because it is about another kind.
 * @example
 * ```ts
 * const task = getRecord(await kerbside.tasks.getOne(id, 'damage_detection'), 'tasks');
 * console.log(task.status);
 * ```
 */
export function getRecord<K extends Kind>({ entities, result }: NormalizedResponse, kind: K): Kinds[K] {
  return requireRecord(entities[kind], result, kind);
}

/**
 * Returns the records that a response lists, in their order.
 *
 * @param response - The response of a call that lists records.
 * @param kind - The kind of those records.
 * @throws `not_found` if the response has no such records.
 * @example
 * ```ts
 * const tasks = getRecords(await kerbside.tasks.getMany(id), 'tasks');
 * ```
 */
export function getRecords<K extends Kind>(
  { entities, result }: NormalizedResponse<string[]>,
  kind: K,
): Kinds[K][] {
  return result.map((id) => requireRecord(entities[kind], id, kind));
}

function requireRecord<T>(records: Record<string, T>, id: string, kind: Kind): T {
  const record = Object.hasOwn(records, id) ? records[id] : undefined;
  if (record) return record;
  throw new KerbsideError('not_found', `The response has no record ${id} in entities.${kind}.`, {
    details: { kind, id },
  });
}
