import type { CreatedBy } from '../domain/damage.ts';
import type { PartType } from '../domain/enums.ts';
import type { InspectionState } from './state.ts';

/**
 * The inspection with a record for this part: one per part type, however many damages lie on it.
 * `ignore` and `background` are no parts of a vehicle.
 */
export function withPart(
  state: InspectionState,
  partType: PartType,
  createdBy: CreatedBy,
  newId: () => string,
): InspectionState {
  if (partType === 'ignore' || partType === 'background') return state;
  if (state.parts.some((part) => part.partType === partType)) return state;
  return { ...state, parts: [...state.parts, { id: newId(), partType, createdBy }] };
}
