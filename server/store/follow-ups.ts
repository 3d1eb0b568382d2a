import type { ProgressStatus } from '../../src/domain/enums.ts';
import type { Task } from '../../src/domain/records/task.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import type { Commit } from '../../src/store/store.ts';
import type { CombinedStatement } from '../database/combined-statement.ts';

/**
 * Adds the jobs and callbacks that a commit causes to the statement that writes its inspection: an open task has a job, a task
 * that just ended has callbacks. So nothing is lost if the instance dies right after the commit.
 *
 * @returns whether it writes jobs or callbacks.
 */
export function addFollowUps(
  statement: CombinedStatement,
  before: readonly TaskStatus[],
  { state, photos }: Pick<Commit, 'state' | 'photos'>,
): boolean {
  const open = state.inspection.deletedAt === undefined ? listOpenTasks(state.tasks) : []; // a deleted inspection has no work
  const haveTasksChanged = listOpenTasks(before).join() !== open.join();
  const callbacks = listDueCallbacks(before, state);
  if (haveTasksChanged) addTaskJobs(statement, open);
  if (callbacks.length > 0) addCallbacks(statement, callbacks);
  if (photos.length > 0)
    addJobs(
      statement,
      'quality',
      photos.map(({ imageId }) => imageId),
    );
  return haveTasksChanged || callbacks.length > 0 || photos.length > 0;
}

/** Returns true if a new inspection causes jobs or callbacks. */
export function hasFollowUps(state: InspectionState): boolean {
  return listOpenTasks(state.tasks).length > 0 || listDueCallbacks([], state).length > 0;
}

export type TaskStatus = Pick<Task, 'name' | 'status'>;

/** A callback request to send, without its headers: they are secrets. */
export interface CallbackRequest {
  url: string;
  /** The position in the task's list. Its headers are stored under it. */
  position: number;
  params?: Record<string, unknown>;
  body: { inspection_id: string; task_id: string; task: string; status: ProgressStatus; event: string };
}

const CALLBACK_EVENTS: Partial<Record<ProgressStatus, string>> = {
  DONE: 'STATUS_SET_TO_DONE',
  ERROR: 'STATUS_SET_TO_ERROR',
};

/** Returns the callbacks of the tasks that ended with this commit. */
export function listDueCallbacks(before: readonly TaskStatus[], state: InspectionState): CallbackRequest[] {
  return state.tasks.flatMap(({ id, name, status, callbacks = [] }) => {
    const event = CALLBACK_EVENTS[status];
    const isUnchanged = before.some((task) => task.name === name && task.status === status);
    if (event === undefined || isUnchanged) return [];
    const body = { inspection_id: state.inspection.id, task_id: id, task: name, status, event };
    return callbacks.flatMap(({ url, params, callbackEvent }, position) =>
      callbackEvent === event ? [{ url, position, ...(params && { params }), body }] : [],
    );
  });
}

function listOpenTasks(tasks: readonly TaskStatus[]): string[] {
  return tasks.filter(({ status }) => status === 'TODO' || status === 'IN_PROGRESS').map(({ name }) => name);
}

function addTaskJobs(statement: CombinedStatement, open: readonly string[]): void {
  statement.add(
    'ended_job',
    (place) =>
      `delete from jobs using inspection
       where inspection_id = inspection.id and kind = 'task' and not (subject = any (${place(open)}::text[]))`,
  );
  if (open.length > 0) addJobs(statement, 'task', open);
}

function addJobs(statement: CombinedStatement, kind: 'task' | 'quality', subjects: readonly string[]): void {
  statement.add(
    `${kind}_job`,
    (place) =>
      `insert into jobs (inspection_id, kind, subject)
       select id, '${kind}', unnest(${place(subjects)}::text[]) from inspection on conflict do nothing`,
  );
}

function addCallbacks(statement: CombinedStatement, requests: readonly CallbackRequest[]): void {
  const ids = requests.map(() => crypto.randomUUID());
  const texts = requests.map((request) => JSON.stringify(request));
  statement.add(
    'callback',
    (place) =>
      `insert into callbacks (id, inspection_id, request) select added.id, inspection.id, request::json
       from inspection, unnest(${place(ids)}::text[], ${place(texts)}::text[]) as added (id, request)`,
  );
}
