import { withPart } from '../../rules/parts.ts';
import type { InspectionState, PartRecord } from '../../rules/state.ts';

/**
 * One record for each part that a damage lies on, that a severity judges or that the service names. The service's
 * word on a part is taken; parts that only a model's vanished findings lay on go with them.
 */
export function mergeParts(
  state: InspectionState,
  theirs: readonly PartRecord[],
  newId: () => string,
): InspectionState {
  const named = new Map(theirs.map((part) => [part.partType, part]));
  const inUse = new Set([
    ...state.damages.map(({ partType }) => partType),
    ...state.severityResults.map(({ label }) => label),
  ]);
  const parts = state.parts.flatMap((part): PartRecord[] => {
    const word = named.get(part.partType);
    if (part.createdBy === 'user') return [{ ...word, ...part }];
    if (word) return [{ ...part, ...word, id: part.id }];
    return inUse.has(part.partType) ? [part] : [];
  });
  let next: InspectionState = { ...state, parts };
  for (const { partType, createdBy } of [...theirs, ...state.damages]) {
    next = withPart(next, partType, createdBy, newId);
  }
  // A part that comes in new has the service's word on it, too.
  const withWords = next.parts.map((part) =>
    parts.includes(part) ? part : { ...named.get(part.partType), ...part },
  );
  return { ...next, parts: withWords };
}
