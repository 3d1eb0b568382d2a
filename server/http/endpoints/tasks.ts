import { check } from '../../../src/domain/check.ts';
import type { TaskName } from '../../../src/domain/enums.ts';
import type { JsonObject } from '../../../src/domain/fields.ts';
import { isTaskUpdateApplied } from '../../../src/domain/task/is-task-update-applied.ts';
import { taskNameSchema, type UpdateTask } from '../../../src/domain/task/task.ts';
import { isKerbsideError } from '../../../src/errors.ts';
import { type InspectionState, notFoundError, requireTask } from '../../../src/rules/state.ts';
import { requireVisible } from '../../../src/rules/to-entities.ts';
import { isObject } from '../../../src/wire/key-case.ts';
import { fromWireUpdateTask, toWireTask } from '../../../src/wire/task.ts';
import { requireTaskPermissions } from '../../auth/permissions.ts';
import { acceptTaskUpdate } from '../../compatibility/accept-task-update.ts';
import { addKeptTasks } from '../../compatibility/add-kept-fields.ts';
import { keepFields, taskKey } from '../../compatibility/kept-fields.ts';
import { isKeptTask, listKeptTasks, toSpecTaskName, updateKeptTask } from '../../compatibility/kept-tasks.ts';
import { type Call, type Endpoint, toIdBody } from '../endpoint.ts';

export const getOne: Endpoint = {
  access: 'read',
  async handle(call) {
    const name = call.param('task_name');
    const state = await loadVisible(call);
    const task = listTasks(state).find((one) => one.name === name);
    return task ?? toWireTask(requireTask(state, checkTaskName(name)));
  },
};

/** Returns the tasks by name. Version 3.x looks for `image_ocr`, so that task has both names. */
export const getMany: Endpoint = {
  access: 'read',
  async handle(call) {
    const byName = Object.fromEntries(listTasks(await loadVisible(call)).map((task) => [task.name, task]));
    return { ...byName, ...(byName.images_ocr && { image_ocr: byName.images_ocr }) };
  },
};

export const updateOne: Endpoint = {
  access: 'update',
  async handle(call) {
    const { identity, api, changes, param, body, store } = call;
    const [inspectionId, given] = [param('inspection_id'), param('task_name')];
    if (isKeptTask(given)) {
      const task = listKeptTasks(await loadVisible(call)).find(({ name }) => name === given);
      if (task) return { id: await changes.apply(inspectionId, updateKeptTask(given, body.json, task)) };
    }
    const name = checkTaskName(given);
    requireTaskPermissions(identity, [name]);
    const accepted = acceptTaskUpdate(body.json);
    store.changeCommits((state) => keepFields(state, taskKey(name), accepted.kept));
    const input = fromWireUpdateTask(accepted.body) as UpdateTask; // checked by the operation
    try {
      return toIdBody(await api.tasks.updateOne(inspectionId, name, input));
    } catch (error) {
      const task = store.stateOf(inspectionId)?.tasks.find((one) => one.name === name);
      // A client repeats an update if it did not get the response. The update was applied, so the repetition succeeds.
      const isRefused = isKerbsideError(error, 'task_transition', 'task_started');
      if (isRefused && task && isTaskUpdateApplied(input, task, false)) return { id: task.id };
      throw error;
    }
  },
};

/** Accepts `pricing`, version 5.x's name of the repair estimate. */
function checkTaskName(name: string): TaskName {
  return check(taskNameSchema, toSpecTaskName(name), 'name');
}

async function loadVisible({ store, param }: Call): Promise<InspectionState> {
  const inspectionId = param('inspection_id');
  const loaded = await store.load(inspectionId);
  if (!loaded) throw notFoundError('inspection', inspectionId);
  return requireVisible(loaded.state, false);
}

function listTasks(state: InspectionState): JsonObject[] {
  return addKeptTasks(state.tasks.map(toWireTask), state).filter(isObject);
}
