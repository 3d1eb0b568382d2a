import type { PartType } from '../domain/enums.ts';
import type { CreatedBy } from '../domain/records/created-by.ts';
import type { InspectionState, PartRecord } from './state.ts';

/**
 * Adds a record for the part, if there is none. Each part type has one record, however many damages are on it.
 * `ignore` and `background` are not parts of a vehicle and get none.
 */
export function addPart(
  state: InspectionState,
  partType: PartType,
  createdBy: CreatedBy,
  newId: () => string,
): InspectionState {
  if (partType === 'ignore' || partType === 'background') return state;
  if (state.parts.some((part) => part.partType === partType)) return state;
  return { ...state, parts: [...state.parts, { id: newId(), partType, createdBy }] };
}

/**
 * Keeps one record for each part that has a damage or a severity, or that a newer result lists. Its fields replace a model's.
 * Parts that only a removed damage was on are removed, with their views.
 *
 * @param newer The parts of the service. The large model lists none.
 */
export function mergeParts(
  state: InspectionState,
  newer: readonly PartRecord[],
  newId: () => string,
): InspectionState {
  const newerParts = new Map(newer.map((part) => [part.partType, part]));
  const inUse = new Set([
    ...state.damages.map(({ partType }) => partType),
    ...state.severityResults.map(({ label }) => label),
  ]);
  const parts = state.parts.flatMap((part): PartRecord[] => {
    const match = newerParts.get(part.partType);
    if (part.createdBy === 'user') return [{ ...match, ...part }];
    if (match) return [{ ...part, ...match, id: part.id }];
    return inUse.has(part.partType) ? [part] : [];
  });
  const kept = new Set(parts.map(({ id }) => id));
  const removed = new Set(state.parts.map(({ id }) => id).filter((id) => !kept.has(id)));
  let next: InspectionState = {
    ...state,
    parts,
    views: state.views.filter(({ damageId }) => !removed.has(damageId)),
  };
  for (const { partType, createdBy } of [...newer, ...state.damages])
    next = addPart(next, partType, createdBy, newId);
  // New parts get the newer fields, too.
  const complete = next.parts.map((part) =>
    kept.has(part.id) ? part : { ...newerParts.get(part.partType), ...part },
  );
  return { ...next, parts: complete };
}
