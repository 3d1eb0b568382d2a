import { check } from '../src/domain/check.ts';
import { type JsonObject, jsonObject } from '../src/domain/fields.ts';
import { type Decision, decide } from '../src/rules/rule.ts';
import type { InspectionState } from '../src/rules/state.ts';

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
