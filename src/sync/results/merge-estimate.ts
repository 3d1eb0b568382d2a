import type { RepairEstimate } from '../../domain/records/repair-estimate.ts';
import type { InspectionState, PartRecord } from '../../rules/state.ts';
import type { RemoteIdMap } from '../outbox/remote-id-map.ts';
import type { RemoteEstimate } from './read-remote-results.ts';

/**
 * Replaces the device's estimate by the service's, with local ids. References to records that this device does not have
 * are removed. An estimate that the user validated stays.
 *
 * Runs last: damages and severities must have their local ids.
 */
export function mergeEstimate(
  state: InspectionState,
  theirs: RemoteEstimate | undefined,
  ids: RemoteIdMap,
  newId: () => string,
): InspectionState {
  if (!theirs || isValidated(state)) return state;
  const toLocalIds = (remoteIds: readonly string[]) => remoteIds.flatMap((id) => ids.getLocalId(id) ?? []);
  const parts = state.parts.map(({ partOperation: _ours, ...part }): PartRecord => {
    const operation = theirs.operations.get(part.partType);
    if (!operation) return part;
    const [damageIds, severityIds] = [toLocalIds(operation.damageIds), toLocalIds(operation.severityIds)];
    return { ...part, partOperation: { ...operation, damageIds, severityIds } };
  });
  const toReview = theirs.estimate.toReview.flatMap((item): RepairEstimate['toReview'] => {
    if (item.damageId === undefined) return [item];
    return toLocalIds([item.damageId]).map((damageId) => ({ ...item, damageId }));
  });
  const damageIds = toLocalIds(theirs.estimate.damageIds);
  const repairEstimate = { ...theirs.estimate, damageIds, toReview };
  return { ...state, parts, vehicle: { ...(state.vehicle ?? { id: newId() }), repairEstimate } };
}

function isValidated({ tasks }: InspectionState): boolean {
  return tasks.some(({ name, status }) => name === 'repair_estimate' && status === 'VALIDATED');
}
