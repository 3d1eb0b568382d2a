import type { JsonObject } from '../../src/domain/fields.ts';
import { CONFIRMATIONS_KEY } from '../../src/domain/records/inspection.ts';
import type { Confirmation } from '../../src/domain/verdict/confirmations.ts';
import type { RuleContext } from '../../src/rules/rule.ts';
import { isObject } from '../../src/wire/key-case.ts';

/**
 * Returns an update of additional data in which each new confirmation is by the user of the token: nobody confirms for somebody
 * else. A device states when its user confirmed; the remote client leaves it to the service.
 *
 * @param stored - The additional data of the inspection.
 */
export function stampConfirmations(
  update: JsonObject,
  stored: JsonObject,
  { user, now }: Pick<RuleContext, 'user' | 'now'>,
): JsonObject {
  const given = update[CONFIRMATIONS_KEY];
  if (!Array.isArray(given)) return update;
  const before = stored[CONFIRMATIONS_KEY];
  const known = new Set((Array.isArray(before) ? before : []).map((one) => JSON.stringify(keyOf(one))));
  const stamped = given.map((one: unknown) => {
    if (!isObject(one) || known.has(JSON.stringify(keyOf(one)))) return one;
    const { confirmedBy, confirmedAt } = one as Partial<Confirmation>;
    const name = confirmedBy?.id === user.id ? confirmedBy.name : undefined;
    return {
      ...one,
      confirmedBy: { id: user.id, ...(name !== undefined && { name }) },
      confirmedAt: confirmedAt || now,
    };
  });
  return { ...update, [CONFIRMATIONS_KEY]: stamped };
}

/** A confirmation of several photos loses one of them when that is taken back, and is still by the same user. */
function keyOf(confirmation: unknown): unknown {
  if (!isObject(confirmation)) return undefined;
  const { viewpoint, undamaged, confirmedBy, confirmedAt } = confirmation as Partial<Confirmation>;
  return [viewpoint, undamaged, confirmedBy?.id, confirmedBy?.name, confirmedAt];
}
