import type { ProgressStatus } from '../../src/domain/enums.ts';
import type { Task } from '../../src/domain/task.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import type { Commit } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';

/**
 * What has to happen because of a commit, written in the commit's own transaction: a task that is open has a job, one
 * that just ended has its callbacks waiting. So an instance that dies right after a commit has lost nothing.
 */
export async function writeFollowUps(
  queries: Queries,
  before: readonly TaskStatus[],
  { state, photos }: Pick<Commit, 'state' | 'photos'>,
): Promise<void> {
  const { id } = state.inspection;
  const open = state.inspection.deletedAt === undefined ? openTasks(state.tasks) : []; // deleted: nothing left to do
  if (openTasks(before).join() !== open.join()) await syncTaskJobs(queries, id, open);
  for (const request of dueCallbacks(before, state)) {
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

/** A callback as it will be posted. */
export interface CallbackRequest {
  url: string;
  headers: Record<string, string>;
  params?: Record<string, unknown>;
  body: { inspection_id: string; task_id: string; task: string; status: ProgressStatus; event: string };
}

const EVENT_OF: Partial<Record<ProgressStatus, string>> = {
  DONE: 'STATUS_SET_TO_DONE',
  ERROR: 'STATUS_SET_TO_ERROR',
};

export function dueCallbacks(before: readonly TaskStatus[], state: InspectionState): CallbackRequest[] {
  return state.tasks.flatMap(({ id, name, status, callbacks = [] }) => {
    const event = EVENT_OF[status];
    const stays = before.some((task) => task.name === name && task.status === status);
    if (event === undefined || stays) return [];
    const body = { inspection_id: state.inspection.id, task_id: id, task: name, status, event };
    return callbacks
      .filter(({ callbackEvent }) => callbackEvent === event)
      .map(({ url, headers, params }) => ({ url, headers, ...(params && { params }), body }));
  });
}

function openTasks(tasks: readonly TaskStatus[]): string[] {
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
