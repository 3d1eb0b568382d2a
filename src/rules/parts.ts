import type { CreatedBy } from '../domain/created-by.ts';
import type { PartType } from '../domain/enums.ts';
import type { InspectionState } from './state.ts';

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
