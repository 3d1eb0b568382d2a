import type { InspectionsApi, TaskNameInput, TasksApi } from '../domain/api.ts';
import type { Entities } from '../domain/entities.ts';
import type { EventOf, EventType, KerbsideEvent } from '../domain/events.ts';
import type { Inspection, ListInspectionsInput } from '../domain/inspection.ts';
import type { Paging } from '../domain/paging.ts';
import { getRecord } from '../domain/records.ts';
import type { SyncApi, SyncStatus } from '../domain/sync-status/sync.ts';
import { getRefreshPauseMs, SYNC_STATUS_EVENTS } from '../domain/sync-status/sync-refresh.ts';
import type { Task } from '../domain/task/task.ts';
import { isRecordChange, isStorageChange, LIVE_EVENTS, mayBeAbout } from './affecting-events.ts';
import { addProgress, type ModelProgress, sumProgress } from './model-progress.ts';
import { QueryCache } from './query-cache.ts';
import type { Listen, QuerySource } from './read-query.ts';
import type { LiveQuery } from './snapshot.ts';

/** An inspection with all its records. */
export interface LiveInspection {
  /** The inspection itself. */
  inspection: Inspection;
  /** Its records, in the specification's form. */
  entities: Entities;
}

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

/** Queries whose results follow the database. */
export interface LiveQueries {
  /**
   * Returns the query for one inspection.
   *
   * @param id - The local or remote id. If there is no such inspection, the query fails with `not_found` until it is
   * created or imported.
   */
  inspection(id: string): LiveQuery<LiveInspection>;
  /**
   * Returns the query for a page of inspections.
   *
   * @param filter - The options of `inspections.getMany`. Equal filters share one query.
   */
  inspections(filter?: ListInspectionsInput): LiveQuery<LiveInspections>;
  /** Returns the query for one task with its progress. */
  task(inspectionId: string, name: TaskNameInput): LiveQuery<LiveTask>;
  /** Returns the query for the state of the outbox. It fails with `unsupported` if sync is not configured. */
  syncStatus(): LiveQuery<SyncStatus>;
  /** Returns the query for the downloads of models and runtimes in this tab. It reads nothing from the database. */
  modelProgress(): LiveQuery<ModelProgress>;
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

const cached = new WeakMap<LiveSource, LiveQueries>();

/**
 * Returns the live queries of a `Kerbside`: always the same object, so that all parts of an app share their reads.
 *
 * @example
 * ```ts
 * const query = liveQueries(kerbside).inspection(id);
 * const unsubscribe = query.subscribe(() => {
 *   const { data, error } = query.getSnapshot();
 *   if (data) showDamages(Object.values(data.entities.damages));
 *   else if (error) showError(error.message);
 * });
 * ```
 */
export function liveQueries(kerbside: LiveSource): LiveQueries {
  const queries = cached.get(kerbside) ?? createLiveQueries(kerbside);
  cached.set(kerbside, queries);
  return queries;
}

function createLiveQueries(kerbside: LiveSource): LiveQueries {
  const cache = new QueryCache(shareListeners(kerbside));
  return {
    inspection: (id) => cache.get(`inspection ${id}`, () => inspectionSource(kerbside, id)),
    inspections: (filter = {}) =>
      cache.get(`inspections ${toKey(filter)}`, () => inspectionsSource(kerbside, { ...filter })),
    task: (id, name) => cache.get(`task ${name} ${id}`, () => taskSource(kerbside, id, name)),
    syncStatus: () => cache.get('sync status', () => syncStatusSource(kerbside)),
    modelProgress: () => cache.get('model progress', modelProgressSource),
  };
}

function inspectionSource(kerbside: LiveSource, id: string): QuerySource<LiveInspection> {
  return {
    async read() {
      const response = await kerbside.inspections.getOne(id);
      return { inspection: getRecord(response, 'inspections'), entities: response.entities };
    },
    isAffectedBy: (event, data) =>
      isStorageChange(event) ||
      (isRecordChange(event) && mayBeAbout({ given: id, local: data?.inspection.id }, event)),
  };
}

function inspectionsSource(kerbside: LiveSource, filter: ListInspectionsInput): QuerySource<LiveInspections> {
  return {
    async read() {
      const { data: inspections, entities, paging } = await kerbside.inspections.getMany(filter);
      return { inspections, entities, paging };
    },
    isAffectedBy: (event) => isStorageChange(event) || isRecordChange(event),
  };
}

function taskSource(kerbside: LiveSource, id: string, name: TaskNameInput): QuerySource<LiveTask> {
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

function syncStatusSource(kerbside: LiveSource): QuerySource<SyncStatus> {
  return {
    read: () => kerbside.sync.status(),
    isAffectedBy: ({ type }) => SYNC_STATUS_EVENTS.includes(type),
    getPauseMs: getRefreshPauseMs,
  };
}

function modelProgressSource(): QuerySource<ModelProgress> {
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

/** Returns equal texts for equal filters, in whatever order they have their fields. */
function toKey(filter: ListInspectionsInput): string {
  const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Connects any number of queries to the events of a `Kerbside` with one handler per event type, while there are queries. */
function shareListeners(kerbside: LiveSource): Listen {
  const queries = new Set<(event: KerbsideEvent) => void>();
  let unsubscribes: (() => void)[] = [];
  const dispatch = (event: KerbsideEvent) => {
    for (const onEvent of [...queries]) onEvent(event);
  };
  return (onEvent) => {
    if (queries.size === 0) unsubscribes = LIVE_EVENTS.map((type) => kerbside.on(type, dispatch));
    queries.add(onEvent);
    return () => {
      queries.delete(onEvent);
      if (queries.size > 0) return;
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
    };
  };
}
