import type { ProgressStatus } from '../../src/domain/enums.ts';
import type { Task } from '../../src/domain/task/task.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import type { Commit } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';

/**
 * Writes the jobs and callbacks that a commit causes, in the commit's transaction: an open task has a job, a task that just
 * ended has callbacks. So nothing is lost if the instance dies right after the commit.
 */
export async function writeFollowUps(
  queries: Queries,
  before: readonly TaskStatus[],
  { state, photos }: Pick<Commit, 'state' | 'photos'>,
): Promise<void> {
  const { id } = state.inspection;
  const open = state.inspection.deletedAt === undefined ? listOpenTasks(state.tasks) : []; // a deleted inspection has no work
  if (listOpenTasks(before).join() !== open.join()) await syncTaskJobs(queries, id, open);
  for (const request of listDueCallbacks(before, state)) {
    await queries.query('insert into callbacks (id, inspection_id, request) values ($1, $2, $3)', [
      crypto.randomUUID(),
      id,
      JSON.stringify(request),
    ]);
  }
  if (photos.length > 0) {
    await queries.query(
      `insert into jobs (inspection_id, kind, subject) select $1, 'quality', unnest($2::text[]) on conflict do nothing`,
      [id, photos.map(({ imageId }) => imageId)],
    );
  }
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

async function syncTaskJobs(queries: Queries, inspectionId: string, open: string[]): Promise<void> {
  await queries.query(
    `delete from jobs where inspection_id = $1 and kind = 'task' and not (subject = any ($2::text[]))`,
    [inspectionId, open],
  );
  await queries.query(
    `insert into jobs (inspection_id, kind, subject) select $1, 'task', unnest($2::text[]) on conflict do nothing`,
    [inspectionId, open],
  );
}
