import { assessSeverities } from '../../analysis/estimate/estimate-repairs.ts';
import { mergeSeverities } from '../../analysis/estimate/merge-severities.ts';
import type { Damage, Part } from '../../domain/records/damage.ts';
import type { Entities } from '../../domain/records/entities.ts';
import type { SeverityLevel } from '../../domain/records/repair-estimate.ts';

export interface NumberedDamage {
  /** The number of the damage in this report: the same in the table and on the photos. */
  number: number;
  damage: Damage;
  level?: SeverityLevel;
}

export interface DamagedPart {
  /** Absent for damages without an identified part. */
  part?: Part;
  level?: SeverityLevel;
  damages: NumberedDamage[];
}

/** Returns the damaged parts, highest severity first, with their damages numbered in that order. */
export function listDamagedParts(entities: Entities): DamagedPart[] {
  const damages = Object.values(entities.damages);
  const assessed = assessSeverities({
    images: Object.values(entities.images),
    parts: Object.values(entities.parts),
    damages,
    views: Object.values(entities.views),
    severityResults: [],
  });
  const severityResults = Object.values(entities.severityResults);
  const isListedWithoutDamage = createSeverityFilter(entities);
  const parts = Object.values(entities.parts).map((part) => {
    const { severityIds, level = assessed.get(part.id) } = mergeSeverities(part.partType, severityResults);
    const onPart = damages.filter(({ partType }) => partType === part.partType);
    const isListed = onPart.length > 0 || (severityIds.length > 0 && isListedWithoutDamage(part));
    return { part, level, onPart, isListed };
  });
  const listed = parts.filter(({ isListed }) => isListed).sort((a, b) => (b.level ?? 0) - (a.level ?? 0));
  const withoutPart = damages.filter((damage) => damage.parts.length === 0);
  const groups = [
    ...listed,
    ...(withoutPart.length > 0 ? [{ part: undefined, level: undefined, onPart: withoutPart }] : []),
  ];
  let number = 0;
  return groups.map(({ part, level, onPart }) => ({
    ...(part && { part }),
    ...(level && { level }),
    damages: onPart.map((damage) => {
      number += 1;
      return { number, damage, ...(level && { level }) };
    }),
  }));
}

/**
 * Returns a predicate: whether a part with a user's severity, but without damages, is listed. It is not if its damages
 * were deleted since.
 */
function createSeverityFilter({ vehicles, severityResults }: Entities): (part: Part) => boolean {
  const estimate = Object.values(vehicles)[0]?.repairEstimate;
  if (estimate)
    return ({ partType, partOperation }) =>
      partOperation !== undefined || estimate.toReview.some((item) => item.partType === partType);
  const byUser = Object.values(severityResults).filter(({ createdBy }) => createdBy === 'user');
  return ({ partType }) => byUser.some(({ label }) => label === partType);
}
