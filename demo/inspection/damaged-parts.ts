import type { Damage, Part, PartType } from 'kerbside';
import { mergeSeverities } from 'kerbside/estimate';
import { type LoadedInspection, listDamages } from '../common/loaded-inspection.ts';

export interface DamagedPart {
  partType: PartType;
  part: Part | undefined;
  level: 1 | 2 | 3 | undefined;
  damages: Damage[];
}

/** Groups damages by part, highest severity first, damages without an identified part last. */
export function groupByPart(loaded: LoadedInspection): DamagedPart[] {
  const { parts, severityResults } = loaded.entities;
  const groups = new Map<PartType, Damage[]>();
  for (const damage of listDamages(loaded)) {
    groups.set(damage.partType, [...(groups.get(damage.partType) ?? []), damage]);
  }
  return [...groups]
    .map(([partType, damages]) => ({
      partType,
      part: Object.values(parts).find((part) => part.partType === partType),
      level: mergeSeverities(partType, Object.values(severityResults)).level,
      damages,
    }))
    .sort((a, b) => getRank(b) - getRank(a));
}

function getRank({ partType, level }: DamagedPart): number {
  return partType === 'ignore' ? -1 : (level ?? 0);
}
