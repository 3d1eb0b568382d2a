import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { SeverityResult } from '../../domain/records/severity.ts';
import type { PartRecord } from '../../rules/state.ts';
import type { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { excludeInDoubt } from './exclude-in-doubt.ts';

/** Replaces a model's severities by the service's, part by part. The user's severities do not change. */
export function mergeSeverities(
  ours: readonly SeverityResult[],
  theirs: readonly SeverityResult[],
  parts: readonly PartRecord[],
  unsent: readonly StoredOperation[],
  ids: RemoteIdMap,
  newId: () => string,
): SeverityResult[] {
  const remote = excludeInDoubt(
    theirs,
    unsent,
    'severity.create',
    (severity, { payload }) =>
      ids.getLocalId(severity.id) === undefined &&
      severity.createdBy === 'user' &&
      severity.label === payload.input.label,
  );
  const provisional = ours.filter((one) => !one.isUserModified && ids.findRemoteId(one.id) === undefined);
  for (const { id, label } of remote.filter((one) => ids.getLocalId(one.id) === undefined)) {
    const own = provisional.find((one) => one.label === label && ids.findRemoteId(one.id) === undefined);
    ids.link('severity', own?.id ?? newId(), id);
  }
  const replacements = remote.flatMap((severity) => {
    const id = ids.getLocalId(severity.id);
    return id === undefined ? [] : [toLocalReference({ ...severity, id }, parts, ids)];
  });
  const users = ours.filter((one) => one.isUserModified);
  const userIds = new Set(users.map(({ id }) => id));
  const replacedIds = new Set(replacements.map(({ id }) => id));
  const kept = ours.filter((one) => !one.isUserModified && !replacedIds.has(one.id));
  const merged = [...users, ...kept, ...replacements.filter(({ id }) => !userIds.has(id))];
  return merged.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Sets the local id of the related part or damage. Removes the reference if this device does not have the record. */
function toLocalReference(
  { relatedItemId, ...severity }: SeverityResult,
  parts: readonly PartRecord[],
  ids: RemoteIdMap,
): SeverityResult {
  const part = parts.find(({ partType }) => partType === severity.label);
  const localId = severity.relatedItemType === 'part' ? part?.id : ids.getLocalId(relatedItemId ?? '');
  return { ...severity, ...(localId !== undefined && { relatedItemId: localId }) };
}
