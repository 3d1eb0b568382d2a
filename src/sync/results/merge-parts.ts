import { addPart } from '../../rules/parts.ts';
import type { InspectionState, PartRecord } from '../../rules/state.ts';

/**
 * Keeps one record for each part that has a damage or a severity, or that the service lists. The service's fields replace
 * a model's. Parts that only a removed damage was on are removed.
 */
export function mergeParts(
  state: InspectionState,
  theirs: readonly PartRecord[],
  newId: () => string,
): InspectionState {
  const remoteParts = new Map(theirs.map((part) => [part.partType, part]));
  const inUse = new Set([
    ...state.damages.map(({ partType }) => partType),
    ...state.severityResults.map(({ label }) => label),
  ]);
  const parts = state.parts.flatMap((part): PartRecord[] => {
    const remote = remoteParts.get(part.partType);
    if (part.createdBy === 'user') return [{ ...remote, ...part }];
    if (remote) return [{ ...part, ...remote, id: part.id }];
    return inUse.has(part.partType) ? [part] : [];
  });
  let next: InspectionState = { ...state, parts };
  for (const { partType, createdBy } of [...theirs, ...state.damages]) {
    next = addPart(next, partType, createdBy, newId);
  }
  // New parts get the service's fields, too.
  const complete = next.parts.map((part) =>
    parts.includes(part) ? part : { ...remoteParts.get(part.partType), ...part },
  );
  return { ...next, parts: complete };
}
