import { CALLBACK_EVENTS } from '../../src/domain/enums.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import type { Task } from '../../src/domain/records/task.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import type { CombinedStatement } from '../database/combined-statement.ts';
import type { Queries } from '../database/database.ts';

/*
 * The headers of a callback are the secrets of its receiver. They have a table of their own, which only the sender of
 * callbacks reads. No record contains them, so no response can.
 */

/** The headers of one callback of a task. */
export interface CallbackHeaders {
  taskName: string;
  /** The position of the callback in the task's list. */
  position: number;
  headers: Record<string, string>;
}

/** Separates the headers of all callbacks from the inspection. */
export function splitCallbackHeaders(state: InspectionState): {
  state: InspectionState;
  headers: CallbackHeaders[];
} {
  const headers = state.tasks.flatMap(({ name, callbacks = [] }) =>
    callbacks.flatMap((callback, position) =>
      Object.keys(callback.headers).length === 0
        ? []
        : [{ taskName: name, position, headers: callback.headers }],
    ),
  );
  return {
    state: headers.length === 0 ? state : { ...state, tasks: state.tasks.map(removeHeaders) },
    headers,
  };
}

function removeHeaders({ callbacks, ...task }: Task): Task {
  return { ...task, ...(callbacks && { callbacks: callbacks.map((one) => ({ ...one, headers: {} })) }) };
}

/** Adds headers to the statement that writes their inspection. */
export function addCallbackHeaders(statement: CombinedStatement, rows: readonly CallbackHeaders[]): void {
  if (rows.length === 0) return;
  const names = rows.map(({ taskName }) => taskName);
  const positions = rows.map(({ position }) => position);
  const texts = rows.map(({ headers }) => JSON.stringify(headers));
  statement.add(
    'callback_header',
    (place) =>
      `insert into callback_headers (inspection_id, task_name, position, headers)
       select inspection.id, added.* from inspection,
         unnest(${place(names)}::text[], ${place(positions)}::integer[], ${place(texts)}::json[]) as added
       on conflict (inspection_id, task_name, position) do update set headers = excluded.headers`,
  );
}

/** Stores headers of an inspection that is stored already. */
export async function storeCallbackHeaders(
  queries: Queries,
  inspectionId: string,
  rows: readonly CallbackHeaders[],
): Promise<void> {
  for (const { taskName, position, headers } of rows) {
    await queries.query(
      `insert into callback_headers (inspection_id, task_name, position, headers) values ($1, $2, $3, $4)
       on conflict (inspection_id, task_name, position) do update set headers = excluded.headers`,
      [inspectionId, taskName, position, JSON.stringify(headers)],
    );
  }
}

/** Returns the headers of one callback. Only the sender of callbacks calls this. */
export async function loadCallbackHeaders(
  queries: Queries,
  inspectionId: string,
  { taskName, position }: Pick<CallbackHeaders, 'taskName' | 'position'>,
): Promise<Record<string, string>> {
  const [row] = await queries.query<Pick<CallbackHeaders, 'headers'>>(
    'select headers from callback_headers where inspection_id = $1 and task_name = $2 and position = $3',
    [inspectionId, taskName, position],
  );
  return row?.headers ?? {};
}

/** Moves the headers of inspections that an earlier version stored. */
export async function moveCallbackHeaders(queries: Queries): Promise<void> {
  const rows = await queries.query<{ id: string }>(
    `select id from inspections where state::text like '%"callbacks"%'`,
  );
  for (const { id } of rows) {
    const [row] = await queries.query<{ state: InspectionState }>(
      'select state from inspections where id = $1 for update',
      [id],
    );
    if (!row) continue;
    const { state, headers } = splitCallbackHeaders(row.state);
    if (headers.length === 0) continue;
    await storeCallbackHeaders(queries, id, headers);
    await queries.query('update inspections set state = $2 where id = $1', [id, JSON.stringify(state)]);
  }
  await moveQueuedHeaders(queries);
}

/** Callbacks that wait to be sent get positions after those of any list. */
async function moveQueuedHeaders(queries: Queries): Promise<void> {
  const queued = await queries.query<{
    id: string;
    inspection_id: string;
    request: { headers?: Record<string, string>; body: { task: string } };
  }>('select id, inspection_id, request from callbacks');
  for (const [index, { id, inspection_id, request }] of queued.entries()) {
    const { headers = {}, ...rest } = request;
    const position = LIMITS.callbacksPerTask * CALLBACK_EVENTS.length + index;
    await storeCallbackHeaders(queries, inspection_id, [{ taskName: rest.body.task, position, headers }]);
    await queries.query('update callbacks set request = $2 where id = $1', [
      id,
      JSON.stringify({ ...rest, position }),
    ]);
  }
}
