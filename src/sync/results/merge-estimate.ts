import type { RepairEstimate } from '../../domain/repair-estimate.ts';
import type { InspectionState, PartRecord } from '../../rules/state.ts';
import type { IdMap } from './id-map.ts';
import type { RemoteEstimate } from './read-remote-results.ts';

/**
 * The service's estimate, in place of the device's and with this device's ids; what it counts that is not known here
 * is not named. One that a person has validated stays. It comes last, when damages and severities have their ids.
 */
export function mergeEstimate(
  state: InspectionState,
  theirs: RemoteEstimate | undefined,
  ids: IdMap,
  newId: () => string,
): InspectionState {
  if (!theirs || isValidated(state)) return state;
  const here = (remoteIds: readonly string[]) => remoteIds.flatMap((id) => ids.localOf(id) ?? []);
  const parts = state.parts.map(({ partOperation: _ours, ...part }): PartRecord => {
    const operation = theirs.operations.get(part.partType);
    if (!operation) return part;
    const [damageIds, severityIds] = [here(operation.damageIds), here(operation.severityIds)];
    return { ...part, partOperation: { ...operation, damageIds, severityIds } };
  });
  const toReview = theirs.estimate.toReview.flatMap((item): RepairEstimate['toReview'] => {
    if (item.damageId === undefined) return [item];
    return here([item.damageId]).map((damageId) => ({ ...item, damageId }));
  });
  const repairEstimate = { ...theirs.estimate, damageIds: here(theirs.estimate.damageIds), toReview };
  return { ...state, parts, vehicle: { ...(state.vehicle ?? { id: newId() }), repairEstimate } };
}

function isValidated({ tasks }: InspectionState): boolean {
  return tasks.some(({ name, status }) => name === 'repair_estimate' && status === 'VALIDATED');
}
