import { checkId } from '../../src/domain/api/call-arguments.ts';
import { invalidField } from '../../src/domain/check.ts';
import type { JsonObject } from '../../src/domain/fields.ts';

/**
 * Checks that the cursors of a list are records of it. With any other id the list would start at some place, and a client
 * that confuses two lists would miss records.
 *
 * @throws `invalid_input` if one is not.
 */
export async function checkCursors(
  query: JsonObject,
  isInList: (cursor: string) => Promise<boolean>,
): Promise<void> {
  for (const name of ['before', 'after']) {
    if (query[name] === undefined) continue;
    const cursor = checkId(query[name] as string, name);
    if (!(await isInList(cursor)))
      throw invalidField(name, 'a cursor: the id of a record of this list', cursor);
  }
}
