import type { Damage } from 'kerbside';
import type { App } from '../app.ts';

/** Returns who found a damage, and whether a user confirmed or corrected it. */
export function describeOrigin(damage: Damage, { messages, names }: Pick<App, 'messages' | 'names'>): string {
  const { results } = messages;
  const { createdBy, correctedFrom, confirmedAt, damageType, partType } = damage;
  if (correctedFrom) {
    const isUnchanged = correctedFrom.damageType === damageType && correctedFrom.partType === partType;
    if (isUnchanged) return results.confirmed;
    const detected =
      correctedFrom.damageType === damageType
        ? names.part(correctedFrom.partType)
        : names.damage(correctedFrom.damageType, correctedFrom.partType);
    return results.correctedFrom(detected);
  }
  if (createdBy === 'user') return results.addedByYou;
  return confirmedAt ? results.confirmed : results.foundByModel;
}

/** Whether a user has to review a damage: a model found it, and nobody confirmed or corrected it. */
export function isUnreviewed({ createdBy, confirmedAt }: Damage): boolean {
  return createdBy !== 'user' && confirmedAt === undefined;
}
