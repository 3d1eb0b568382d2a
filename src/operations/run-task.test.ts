import { describe, expect, test } from 'vitest';
import { commitOf, stateOf } from '../../test/fixtures/databases/records.ts';
import type { ProgressStatus } from '../domain/enums.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { KerbsideError } from '../errors.ts';
import { runTask, type TaskRouting } from './run-task.ts';
import { createTestHost } from './test-host.suite.ts';

const noDamage = { createdBy: { model: 'm', version: '1', engine: 'wasm' }, damages: [] };

async function createDevice(task: ProgressStatus = 'TODO') {
  const host = createTestHost();
  await host.store.commit(commitOf(stateOf('a', { task })));
  const statuses: ProgressStatus[] = [];
  host.events.on('task.updated', ({ status }) => statuses.push(status));
  const stop = new AbortController();
  const run = (analyzer: Analyzer, routing?: TaskRouting) =>
    runTask(host, analyzer, {
      inspectionId: 'a',
      name: 'damage_detection',
      signal: stop.signal,
      ...(routing && { routing }),
    });
  const readTask = async () => (await host.store.load('a'))?.state.tasks[0];
  return { host, run, statuses, stop, readTask };
}

describe('runTask', () => {
  test('moves a task from TODO to IN_PROGRESS to DONE', async () => {
    const { run, statuses } = await createDevice();
    await run({ analyze: async () => noDamage });
    expect(statuses).toEqual(['IN_PROGRESS', 'DONE']);
  });

  test('runs a task again that a dead tab left IN_PROGRESS', async () => {
    const { run, statuses } = await createDevice('IN_PROGRESS');
    await run({ analyze: async () => noDamage });
    expect(statuses).toEqual(['DONE']);
  });

  test('records the error of a failed task', async () => {
    const { run, readTask } = await createDevice();
    const error = new KerbsideError('model_unavailable', 'offline');
    await run({ analyze: () => Promise.reject(error) });
    expect(await readTask()).toMatchObject({
      status: 'ERROR',
      errorMessages: [{ message: 'offline', errorCode: 'model_unavailable' }],
    });
  });

  test('does not run a task that has ended or that the analyzer does not support', async () => {
    const analyze = () => expect.unreachable();
    const ended = await createDevice('DONE');
    await ended.run({ analyze });
    const unsupported = await createDevice();
    await unsupported.run({ analyze, supports: async () => false });
    expect([...ended.statuses, ...unsupported.statuses]).toEqual([]);
  });

  test('leaves the task open if the run is aborted', async () => {
    const { run, stop, readTask } = await createDevice();
    await run({
      analyze: async () => {
        stop.abort();
        return noDamage;
      },
    });
    expect((await readTask())?.status).toBe('IN_PROGRESS');
  });

  test('does not run a task that routing gives to the service', async () => {
    const { run, statuses } = await createDevice();
    const routing = { shouldRunOnDevice: async () => false, authority: 'service' } as const;
    await run({ analyze: () => expect.unreachable() }, routing);
    expect(statuses).toEqual([]);
  });

  test('aborts the analysis when the service ends the task', async () => {
    const { host, run, statuses } = await createDevice();
    const routing = { shouldRunOnDevice: async () => true, authority: 'service' } as const;
    let isAborted = false;
    await run(
      {
        analyze: async ({ signal }) => {
          host.events.publish({
            type: 'task.updated',
            inspectionId: 'a',
            taskId: 'a-task',
            taskName: 'damage_detection',
            status: 'DONE',
          });
          isAborted = signal.aborted;
          throw signal.reason;
        },
      },
      routing,
    );
    expect(isAborted).toBe(true);
    expect(statuses).toEqual(['IN_PROGRESS', 'DONE']);
  });
});
