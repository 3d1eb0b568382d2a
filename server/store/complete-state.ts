import type { InspectionState } from '../../src/rules/state.ts';
import { applyDeviceResults } from '../../src/wire/apply-device-results.ts';
import { readDeviceResults } from '../../src/wire/device-results.ts';

/** Adds what the device knows, so that reports and the fleet page say the same as the device. */
export function completeState(state: InspectionState): InspectionState {
  const results = readDeviceResults(state.inspection.additionalData);
  return results ? applyDeviceResults(state, results) : state;
}
