import { severitiesByPart } from '../../analysis/estimate/estimate-repairs.ts';
import { saidSeverity } from '../../analysis/estimate/user-severity.ts';
import type { Damage, Part } from '../../domain/damage.ts';
import type { Entities } from '../../domain/entities.ts';
import type { SeverityLevel } from '../../domain/repair-estimate.ts';

export interface NumberedDamage {
  /** Its number throughout the report: in the table, and on the photos. */
  number: number;
  damage: Damage;
  level?: SeverityLevel;
}

export interface DamagedPart {
  /** Absent for damages whose part nobody could tell. */
  part?: Part;
  level?: SeverityLevel;
  damages: NumberedDamage[];
}

/** Parts with what is wrong with them, the worst first, damages numbered in that order. */
export function damagedParts(entities: Entities): DamagedPart[] {
  const damages = Object.values(entities.damages);
  const byRules = severitiesByPart({
    images: Object.values(entities.images),
    parts: Object.values(entities.parts),
    damages,
    views: Object.values(entities.views),
    severityResults: [],
  });
  const said = Object.values(entities.severityResults);
  const stands = standsWithoutDamage(entities);
  const parts = Object.values(entities.parts).map((part) => {
    const { severityIds, level = byRules.get(part.id) } = saidSeverity(part.partType, said);
    const on = damages.filter(({ partType }) => partType === part.partType);
    return { part, level, on, isNamed: on.length > 0 || (severityIds.length > 0 && stands(part)) };
  });
  const shown = parts.filter(({ isNamed }) => isNamed).sort((a, b) => (b.level ?? 0) - (a.level ?? 0));
  const lost = damages.filter(({ parts: on }) => on.length === 0);
  const groups = [...shown, ...(lost.length > 0 ? [{ part: undefined, level: undefined, on: lost }] : [])];
  let number = 0;
  return groups.map(({ part, level, on }) => ({
    ...(part && { part }),
    ...(level && { level }),
    damages: on.map((damage) => {
      number += 1;
      return { number, damage, ...(level && { level }) };
    }),
  }));
}

/** Of a part that a person judged: whether that counts without a damage. It does not where the damages were deleted since. */
function standsWithoutDamage({ vehicles, severityResults }: Entities): (part: Part) => boolean {
  const estimate = Object.values(vehicles)[0]?.repairEstimate;
  if (estimate)
    return ({ partType, partOperation }) =>
      partOperation !== undefined || estimate.toReview.some((one) => one.partType === partType);
  const own = Object.values(severityResults).filter(({ createdBy }) => createdBy === 'user');
  return ({ partType }) => own.some(({ label }) => label === partType);
}
