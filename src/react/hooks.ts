import type { TaskNameInput } from '../domain/api/inspection-api.ts';
import type { SyncStatus } from '../domain/api/sync-status.ts';
import type { ListInspectionsInput } from '../domain/records/inspection.ts';
import type { LiveInspection, LiveInspections, LiveTask, ModelProgress, Snapshot } from '../live/index.ts';
import { type LiveOptions, type Loaded, useSelected } from './use-live-query.ts';

type Suspended = LiveOptions & { suspense: true };

/**
 * Returns an inspection with its records, and follows its changes.
 *
 * @param id - The local or remote id. Undefined, for example while nothing is selected, is `loading`.
 */
export function useInspection(id: string, options: Suspended): Loaded<LiveInspection>;
export function useInspection(id: string | undefined, options?: LiveOptions): Snapshot<LiveInspection>;
export function useInspection(id: string | undefined, options?: LiveOptions): Snapshot<LiveInspection> {
  return useSelected((queries) => (id === undefined ? undefined : queries.inspection(id)), options);
}

/**
 * Returns a page of inspections, and follows their changes.
 *
 * @param filter - The options of `inspections.getMany`. It may be a new object in each rendering.
 */
export function useInspections(
  filter: ListInspectionsInput | undefined,
  options: Suspended,
): Loaded<LiveInspections>;
export function useInspections(
  filter?: ListInspectionsInput,
  options?: LiveOptions,
): Snapshot<LiveInspections>;
export function useInspections(
  filter?: ListInspectionsInput,
  options?: LiveOptions,
): Snapshot<LiveInspections> {
  return useSelected((queries) => queries.inspections(filter), options);
}

/**
 * Returns a task with its progress, and follows its changes.
 *
 * @param inspectionId - The local or remote id. Undefined is `loading`.
 */
export function useTask(inspectionId: string, name: TaskNameInput, options: Suspended): Loaded<LiveTask>;
export function useTask(
  inspectionId: string | undefined,
  name: TaskNameInput,
  options?: LiveOptions,
): Snapshot<LiveTask>;
export function useTask(
  inspectionId: string | undefined,
  name: TaskNameInput,
  options?: LiveOptions,
): Snapshot<LiveTask> {
  return useSelected(
    (queries) => (inspectionId === undefined ? undefined : queries.task(inspectionId, name)),
    options,
  );
}

/** Returns the state of the outbox, and follows it. Without the `sync` option its error is `unsupported`. */
export function useSyncStatus(options: Suspended): Loaded<SyncStatus>;
export function useSyncStatus(options?: LiveOptions): Snapshot<SyncStatus>;
export function useSyncStatus(options?: LiveOptions): Snapshot<SyncStatus> {
  return useSelected((queries) => queries.syncStatus(), options);
}

/** Returns the downloads of models and runtimes in this tab, and follows them. */
export function useModelProgress(): Snapshot<ModelProgress> {
  return useSelected((queries) => queries.modelProgress());
}
