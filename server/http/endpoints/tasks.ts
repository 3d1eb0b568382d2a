import { check } from '../../../src/domain/check.ts';
import { taskNameSchema, type UpdateTask } from '../../../src/domain/records/task.ts';
import { isTaskUpdateApplied } from '../../../src/domain/task/is-task-update-applied.ts';
import { isKerbsideError } from '../../../src/errors.ts';
import { requireTask } from '../../../src/rules/state.ts';
import { requestFromWire } from '../../../src/wire/key-case.ts';
import { toWireTask, toWireTasks } from '../../../src/wire/task.ts';
import { requireTaskPermissions } from '../../auth/permissions.ts';
import { type Endpoint, loadVisible, toIdBody } from '../endpoint.ts';

export const getOne: Endpoint = {
  access: 'read',
  async handle(call) {
    const state = await loadVisible(call);
    return toWireTask(requireTask(state, check(taskNameSchema, call.param('task_name'), 'name')));
  },
};

export const getMany: Endpoint = {
  access: 'read',
  handle: async (call) => toWireTasks((await loadVisible(call)).tasks),
};

export const updateOne: Endpoint = {
  access: 'update',
  async handle({ identity, api, param, body, store }) {
    const inspectionId = param('inspection_id');
    const name = check(taskNameSchema, param('task_name'), 'name');
    requireTaskPermissions(identity, [name]);
    const input = requestFromWire(body.json) as UpdateTask; // checked by the operation
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
