import type {
  GetInspectionOptions,
  InspectionsApi,
  TaskNameInput,
  TasksApi,
} from '../domain/api/inspection-api.ts';
import type { SyncApi, SyncStatus } from '../domain/api/sync-status.ts';
import type { EventOf, EventType, InspectionEvent, KerbsideEvent } from '../domain/events.ts';
import type { Paging } from '../domain/paging.ts';
import type { Entities } from '../domain/records/entities.ts';
import { getRecord } from '../domain/records/entities.ts';
import type { Inspection, ListInspectionsInput } from '../domain/records/inspection.ts';
import type { Task } from '../domain/records/task.ts';
import { getRefreshPauseMs, SYNC_STATUS_EVENTS } from '../domain/sync-refresh.ts';
import { addProgress, type ModelProgress, sumProgress } from './model-progress.ts';
import type { QuerySource } from './read-query.ts';

/** An inspection with all its records. */
export interface LiveInspection {
  /** The inspection itself. */
  inspection: Inspection;
  /** Its records, in the specification's form. */
  entities: Entities;
}

/** Options of the query for one inspection. */
export type LiveInspectionOptions = Pick<GetInspectionOptions, 'showDeletedObjects'>;

/** A page of inspections. */
export interface LiveInspections {
  /** The inspections, in list order. */
  inspections: Inspection[];
  /** Their records, in the specification's form: images and damages, or all of them with `verbose`. */
  entities: Entities;
  /** The position of the page in the list. */
  paging: Paging;
}

/** A task, and how far it is. */
export interface LiveTask extends Task {
  /** The analyzed images of the run in progress. Null if the task does not run, or has not analyzed any. */
  progress: { done: number; total: number } | null;
}

/** The part of `Kerbside` that live queries use. */
export interface LiveSource {
  inspections: Pick<InspectionsApi, 'getOne' | 'getMany'>;
  tasks: Pick<TasksApi, 'getOne'>;
  sync: Pick<SyncApi, 'status'>;
  on<Type extends EventType>(type: Type, handler: (event: EventOf<Type>) => void): () => void;
}

/** Download progress comes with each chunk of a file. */
const MODEL_PROGRESS_PAUSE_MS = 100;

/** Events of an inspection that change none of its records: they are about sending, routing and progress. */
const NO_RECORD_CHANGE: readonly EventType[] = [
  'route.decided',
  'sync.progress',
  'sync.blocked',
  'sync.retry',
  'task.progress',
];

/** The database was deleted, or this tab may no longer use it. Every result is outdated. */
const STORAGE_CHANGE: readonly EventType[] = ['storage.lost', 'storage.outdated'];

/** Returns true if the event changes all results. */
function isStorageChange({ type }: KerbsideEvent): boolean {
  return STORAGE_CHANGE.includes(type);
}

/** Returns true if the event changes a record of an inspection. */
function isRecordChange(event: KerbsideEvent): event is InspectionEvent {
  return 'inspectionId' in event && !NO_RECORD_CHANGE.includes(event.type);
}

/** The ids that a query knows an inspection by: events have the local id, callers may have the remote one. */
interface QueriedIds {
  /** The id that the caller gave. */
  given: string;
  /** The local id. Undefined if the inspection was not found yet. */
  local: string | undefined;
}

/**
 * Returns true if the event may be about the inspection. Until the inspection was found, every inspection can be the one:
 * the given id may be a remote one.
 */
function mayBeAbout({ given, local }: QueriedIds, event: KerbsideEvent): event is InspectionEvent {
  if (!('inspectionId' in event)) return false;
  return local === undefined || event.inspectionId === local || event.inspectionId === given;
}

export function inspectionSource(
  kerbside: LiveSource,
  id: string,
  options: LiveInspectionOptions,
): QuerySource<LiveInspection> {
  return {
    async read() {
      const response = await kerbside.inspections.getOne(id, options);
      return { inspection: getRecord(response, 'inspections'), entities: response.entities };
    },
    isAffectedBy: (event, data) =>
      isStorageChange(event) ||
      (isRecordChange(event) && mayBeAbout({ given: id, local: data?.inspection.id }, event)),
  };
}

export function inspectionsSource(
  kerbside: LiveSource,
  filter: ListInspectionsInput,
): QuerySource<LiveInspections> {
  return {
    async read() {
      const { data: inspections, entities, paging } = await kerbside.inspections.getMany(filter);
      return { inspections, entities, paging };
    },
    isAffectedBy: (event) => isStorageChange(event) || isRecordChange(event),
  };
}

export function taskSource(kerbside: LiveSource, id: string, name: TaskNameInput): QuerySource<LiveTask> {
  let localId: string | undefined;
  let progress: LiveTask['progress'] = null;
  return {
    async read() {
      const task = getRecord(await kerbside.tasks.getOne(id, name), 'tasks');
      localId = task.inspectionId;
      if (task.status !== 'IN_PROGRESS') progress = null;
      return { ...task, progress };
    },
    isAffectedBy(event, data) {
      if (isStorageChange(event)) return true;
      if (!mayBeAbout({ given: id, local: localId }, event)) return false;
      if (event.type === 'task.updated' && event.taskName === data?.name) progress = null;
      if (event.type !== 'task.progress') return isRecordChange(event);
      if (event.taskName !== data?.name) return false;
      progress = { done: event.done, total: event.total };
      return true;
    },
  };
}

export function syncStatusSource(kerbside: LiveSource): QuerySource<SyncStatus> {
  return {
    read: () => kerbside.sync.status(),
    isAffectedBy: ({ type }) => SYNC_STATUS_EVENTS.includes(type),
    getPauseMs: getRefreshPauseMs,
  };
}

export function modelProgressSource(): QuerySource<ModelProgress> {
  let progress = sumProgress([]);
  return {
    read: async () => progress,
    isAffectedBy(event) {
      if (event.type !== 'model.progress') return false;
      progress = addProgress(progress, event);
      return true;
    },
    getPauseMs: () => MODEL_PROGRESS_PAUSE_MS,
  };
}

/** The source of a query of the app. Nothing that the device stores changes with the other events. */
export function customSource<Data>(read: () => Promise<Data>): QuerySource<Data> {
  return { read, isAffectedBy: ({ type }) => SYNC_STATUS_EVENTS.includes(type) };
}
