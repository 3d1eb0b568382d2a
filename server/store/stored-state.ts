import type { JsonObject } from '../../src/domain/fields.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import { applyDeviceResults } from '../../src/wire/apply-device-results.ts';
import { readDeviceResults } from '../../src/wire/device-results.ts';

/** Fields that only the vendor's clients name, by record. The service returns them unchanged, and does nothing else with them. */
export type Kept = Readonly<Record<string, JsonObject>>;

/** An inspection as the service stores it. Rules know nothing of `kept`, and pass it on. */
export interface StoredState extends InspectionState {
  readonly kept?: Kept;
}

/** The columns of a stored inspection. */
export interface StateRow {
  state: StoredState;
  kept: Kept | null;
}

/**
 * Returns the inspection of a row. Version 0.2 has no column `kept`, but `kept` in the state. So `state` has it too, until the
 * release after 0.3: until then, instances of 0.2 may run on the same database, and what they write last is there.
 */
export function readState({ state, kept }: StateRow): StoredState {
  return state.kept || !kept ? state : { ...state, kept };
}

/** Adds what the device knows, so that reports and the fleet page say the same as the device. */
export function completeState(state: InspectionState): InspectionState {
  const results = readDeviceResults(state.inspection.additionalData);
  return results ? applyDeviceResults(state, results) : state;
}
