import type { Damage, Part, PartType } from 'kerbside';
import { saidSeverity } from 'kerbside/estimate';
import { damagesOf, type Shown } from '../parts/shown.ts';

export interface DamagedPart {
  partType: PartType;
  part: Part | undefined;
  level: 1 | 2 | 3 | undefined;
  damages: Damage[];
}

/** Damages by the part they lie on, the worst part first; those whose part nobody could tell come last. */
export function damagedParts(shown: Shown): DamagedPart[] {
  const { parts, severityResults } = shown.entities;
  const groups = new Map<PartType, Damage[]>();
  for (const damage of damagesOf(shown)) {
    groups.set(damage.partType, [...(groups.get(damage.partType) ?? []), damage]);
  }
  return [...groups]
    .map(([partType, damages]) => ({
      partType,
      part: Object.values(parts).find((part) => part.partType === partType),
      level: saidSeverity(partType, Object.values(severityResults)).level,
      damages,
    }))
    .sort((a, b) => rank(b) - rank(a));
}

function rank({ partType, level }: DamagedPart): number {
  return partType === 'ignore' ? -1 : (level ?? 0);
}
