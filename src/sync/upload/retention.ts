import type { TaskName } from '../../domain/enums.ts';
import type { RemoteId } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { ImageRecord, InspectionState } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';

/**
 * How long photos stay on the device: always (`keep`), or until they were uploaded and every task that uses them is done
 * (`until_done`).
 */
export type Retention = 'keep' | 'until_done';

/** Number of finished inspections that are checked at start, per status: a tab may have died before it released photos. */
const CHECKED_AT_START = 50;

/** Releases photos in the background. A failure is ignored: the next event of the inspection, or the next start, tries again. */
export class PhotoRetention {
  readonly #store: OutboxStore;
  readonly #releases: boolean;

  constructor(store: OutboxStore, retention: Retention) {
    this.#store = store;
    this.#releases = retention === 'until_done';
  }

  /** Releases the photos of one inspection that are no longer needed. */
  release(inspectionId: string): void {
    if (this.#releases) releasePhotos(this.#store, inspectionId).catch(() => {});
  }

  /** Releases the photos of the newest finished inspections. */
  releaseFinished(): void {
    if (this.#releases) releaseFinishedInspections(this.#store).catch(() => {});
  }
}

/** Deletes the photos of one inspection that are no longer needed. Records stay. Returns the ids of their images. */
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
  for (const imageId of findReleasableImages(loaded.state, remoteIds, unsent, names)) {
    if (!(await store.photo(imageId))) continue;
    await store.dropPhoto(imageId);
    released.push(imageId);
  }
  return released;
}

/** Releases the photos of the newest finished inspections. */
export async function releaseFinishedInspections(store: OutboxStore): Promise<void> {
  for (const status of ['DONE', 'VALIDATED'] as const) {
    const newest = {
      scope: 'all',
      status,
      includeDeleted: true,
      limit: CHECKED_AT_START,
      paginationOrder: 'desc',
    } as const;
    for (const { inspection } of (await store.list(newest)).records)
      await releasePhotos(store, inspection.id);
  }
}

/**
 * Returns the images whose photos are no longer needed: they were uploaded, or were deleted and will never be; every task
 * that uses them is done; and no start or result of these tasks is pending. An image without tasks stays until all tasks
 * are done.
 */
function findReleasableImages(
  { inspection, images, tasks }: InspectionState,
  remoteIds: readonly RemoteId[],
  unsent: readonly StoredOperation[],
  awaited: readonly TaskName[],
): string[] {
  const uploaded = new Set(remoteIds.filter(({ kind }) => kind === 'image').map(({ localId }) => localId));
  const toUpload = new Set(unsent.flatMap((one) => (one.kind === 'image.add' ? [one.payload.imageId] : [])));
  const mustBeUploaded = ({ id, deletedAt }: ImageRecord) =>
    (deletedAt ?? inspection.deletedAt) ? toUpload.has(id) : !uploaded.has(id);
  const pending = new Set([
    ...awaited,
    ...unsent.flatMap((one) => (one.kind === 'task.update' ? [one.payload.taskName] : [])),
  ]);
  const isTaskDone = (name: TaskName) => {
    const task = tasks.find((one) => one.name === name);
    return !pending.has(name) && (task?.status === 'DONE' || task?.status === 'VALIDATED');
  };
  const tasksOf = (image: ImageRecord) => (image.tasks.length > 0 ? image.tasks : tasks);
  return images
    .filter((image) => !mustBeUploaded(image) && tasksOf(image).every(({ name }) => isTaskDone(name)))
    .map(({ id }) => id);
}
