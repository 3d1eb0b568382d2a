import { check } from '../../../src/domain/check.ts';
import { taskNameSchema, type UpdateTask } from '../../../src/domain/task.ts';
import { fromWireUpdateTask, toWireTask, toWireTasks } from '../../../src/wire/task.ts';
import { requireTaskPermissions } from '../../auth/permissions.ts';
import { type Endpoint, toIdBody } from '../endpoint.ts';

export const getOne: Endpoint = {
  access: 'read',
  async handle({ api, param }) {
    const name = check(taskNameSchema, param('task_name'), 'name');
    const { entities } = await api.tasks.getOne(param('inspection_id'), name);
    const [task] = Object.values(entities.tasks);
    return task ? toWireTask(task) : {};
  },
};

export const getMany: Endpoint = {
  access: 'read',
  async handle({ api, param }) {
    const { entities } = await api.tasks.getMany(param('inspection_id'));
    return toWireTasks(Object.values(entities.tasks));
  },
};

export const updateOne: Endpoint = {
  access: 'update',
  async handle({ identity, api, param, body }) {
    const name = check(taskNameSchema, param('task_name'), 'name');
    requireTaskPermissions(identity, [name]);
    const input = fromWireUpdateTask(body.json) as UpdateTask; // checked by the operation
    return toIdBody(await api.tasks.updateOne(param('inspection_id'), name, input));
  },
};
