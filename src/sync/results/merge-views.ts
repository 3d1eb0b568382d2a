import type { View } from '../../domain/view.ts';
import type { IdMap } from './id-map.ts';
import { matchSightings } from './match-damages.ts';

/**
 * The views of one damage after the service has spoken: where it shows the same place as this device, the view here
 * keeps its id and takes the service's outline; what it does not show goes; what only it shows comes. A person's
 * views stay as they are, and what they took away stays away.
 */
export function mergeViews(
  damageId: string,
  ours: readonly View[],
  theirs: readonly View[],
  ids: IdMap,
  newId: () => string,
): View[] {
  const fresh = theirs.filter((view) => ids.localOf(view.id) === undefined);
  const provisional = ours.filter((view) => isFound(view) && ids.remoteOf(view.id) === undefined);
  for (const [own, remote] of matchSightings(provisional, fresh)) ids.add('view', own.id, remote.id);
  const added = fresh
    .filter((view) => ids.localOf(view.id) === undefined)
    .map((view) => {
      const id = newId();
      ids.add('view', id, view.id);
      return { ...view, id, damageId };
    });
  const kept = ours.flatMap((view) => {
    if (!isFound(view)) return [view];
    const remote = theirs.find((one) => one.id === ids.remoteOf(view.id));
    if (remote) return [withWord(view, remote)];
    return ids.remoteOf(view.id) !== undefined || view.deletedAt !== undefined ? [view] : [];
  });
  return [...kept, ...added];
}

function withWord({ id, damageId, createdAt, deletedAt }: View, remote: View): View {
  return { ...remote, id, damageId, createdAt, ...(deletedAt !== undefined && { deletedAt }) };
}

function isFound({ createdBy }: View): boolean {
  return createdBy !== 'user';
}
