import { type Decision, decide } from '../src/service/decision.ts';
import type { InspectionState } from '../src/service/state.ts';
import { check } from '../src/spec/check.ts';
import { type JsonObject, jsonObject } from '../src/spec/fields.ts';

/** The caller's own data: keys given replace those of the inspection, keys left out stay. Together they have a limit. */
export function updateAdditionalData(additionalData: JsonObject): (state: InspectionState) => Decision<void> {
  return (state) => {
    const { inspection } = state;
    const merged = check(jsonObject, { ...inspection.additionalData, ...additionalData }, 'additional_data');
    return decide({ ...state, inspection: { ...inspection, additionalData: merged } }, undefined, {
      events: [{ type: 'inspection.updated', inspectionId: inspection.id }],
    });
  };
}
