import type { View } from '../../domain/view.ts';
import { matchViews } from '../../rules/match-damages.ts';
import { isCreatedByModel } from '../../rules/user-confirmation.ts';
import type { IdMap } from './id-map.ts';

/**
 * Merges the service's views of one damage. A view that shows the same place as a local one keeps the local id and takes
 * the service's outline, unless this device sent the view itself. Other views of the device's model are removed, and other views of the service are added. The
 * user's views do not change, and deleted views stay deleted.
 */
export function mergeViews(
  damageId: string,
  ours: readonly View[],
  theirs: readonly View[],
  ids: IdMap,
  newId: () => string,
): View[] {
  const unmapped = theirs.filter((view) => ids.getLocalId(view.id) === undefined);
  const provisional = ours.filter((view) => isCreatedByModel(view) && ids.getRemoteId(view.id) === undefined);
  for (const [own, remote] of matchViews(provisional, unmapped)) ids.add('view', own.id, remote.id);
  const added = unmapped
    .filter((view) => ids.getLocalId(view.id) === undefined)
    .map((view) => {
      const id = newId();
      ids.add('view', id, view.id);
      return { ...view, id, damageId };
    });
  const kept = ours.flatMap((view) => {
    if (!isCreatedByModel(view)) return [view];
    const remote = theirs.find((one) => one.id === ids.getRemoteId(view.id));
    if (remote) return [isCreatedByModel(remote) ? replaceView(view, remote) : view];
    return ids.getRemoteId(view.id) !== undefined || view.deletedAt !== undefined ? [view] : [];
  });
  return [...kept, ...added];
}

function replaceView({ id, damageId, createdAt, deletedAt }: View, remote: View): View {
  return { ...remote, id, damageId, createdAt, ...(deletedAt !== undefined && { deletedAt }) };
}
