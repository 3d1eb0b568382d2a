import type { RemoteId } from '../../domain/delivery.ts';
import type { TaskName } from '../../domain/enums.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { ImageRecord, InspectionState } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';

/** Whether photos stay on the device for good, or only until they are needed no more. */
export type Retention = 'keep' | 'until_done';

/**
 * The images whose photos this device can let go of: the service has them, or will never get them because they were
 * deleted; every task that uses them is done, and neither a start nor a result of one is on its way. An image that no
 * task uses stays until all tasks are done.
 */
export function releasable(
  { inspection, images, tasks }: InspectionState,
  remoteIds: readonly RemoteId[],
  unsent: readonly StoredOperation[],
  awaited: readonly TaskName[],
): string[] {
  const sent = new Set(remoteIds.filter(({ kind }) => kind === 'image').map(({ localId }) => localId));
  const toSend = new Set(unsent.flatMap((one) => (one.kind === 'image.add' ? [one.payload.imageId] : [])));
  const isOwed = ({ id, deletedAt }: ImageRecord) =>
    (deletedAt ?? inspection.deletedAt) ? toSend.has(id) : !sent.has(id);
  const pending = new Set([
    ...awaited,
    ...unsent.flatMap((one) => (one.kind === 'task.update' ? [one.payload.taskName] : [])),
  ]);
  const isOver = (name: TaskName) => {
    const task = tasks.find((one) => one.name === name);
    return !pending.has(name) && (task?.status === 'DONE' || task?.status === 'VALIDATED');
  };
  const users = (image: ImageRecord) => (image.tasks.length > 0 ? image.tasks : tasks);
  return images
    .filter((image) => !isOwed(image) && users(image).every(({ name }) => isOver(name)))
    .map(({ id }) => id);
}

/** Lets go of what can be let go of; the records stay. Answers the images whose photos went. */
export async function releasePhotos(store: OutboxStore, inspectionId: string): Promise<string[]> {
  const loaded = await store.load(inspectionId);
  if (!loaded) return [];
  const [unsent, remoteIds, awaited] = await Promise.all([
    store.operations({ inspectionId }),
    store.remoteIdsOf(inspectionId),
    store.awaited({ inspectionId }),
  ]);
  const names = awaited.map(({ taskName }) => taskName);
  const released: string[] = [];
  for (const imageId of releasable(loaded.state, remoteIds, unsent, names)) {
    if (!(await store.photo(imageId))) continue;
    await store.dropPhoto(imageId);
    released.push(imageId);
  }
  return released;
}

/** How many finished inspections are looked at when the app starts: a tab may have died before it let go. */
const CATCH_UP = 50;

export async function releaseFinished(store: OutboxStore): Promise<void> {
  for (const status of ['DONE', 'VALIDATED'] as const) {
    const newest = {
      scope: 'all',
      status,
      includeDeleted: true,
      limit: CATCH_UP,
      paginationOrder: 'desc',
    } as const;
    for (const { inspection } of (await store.list(newest)).records)
      await releasePhotos(store, inspection.id);
  }
}
