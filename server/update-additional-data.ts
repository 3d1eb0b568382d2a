import { type Decision, decide } from '../src/service/decision.ts';
import type { InspectionState } from '../src/service/state.ts';
import type { JsonObject } from '../src/spec/fields.ts';

/** The caller's own data: keys given replace those of the inspection, keys left out stay. */
export function updateAdditionalData(additionalData: JsonObject): (state: InspectionState) => Decision<void> {
  return (state) => {
    const { inspection } = state;
    const merged = { ...inspection.additionalData, ...additionalData };
    return decide({ ...state, inspection: { ...inspection, additionalData: merged } }, undefined, {
      events: [{ type: 'inspection.updated', inspectionId: inspection.id }],
    });
  };
}
