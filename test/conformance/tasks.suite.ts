import { describe, expect, test } from 'vitest';
import { TASK_NAMES, type TaskName } from '../../src/domain/enums.ts';
import type { UpdateTask } from '../../src/domain/records/task.ts';
import {
  type ApiClient,
  type ApiUnderTest,
  createClients,
  getOnlyRecord,
  ISO_TIME,
  rejection,
  rejectionCode,
} from './api-under-test.ts';

type SentStatus = UpdateTask['status'];

export function taskConformance(service: ApiUnderTest): void {
  const { newClient, photo, isService } = createClients(service);
  const createWithTask = async () => {
    const api = await newClient();
    const { result: id } = await api.inspections.createOne({ tasks: { damage_detection: {} } });
    return { api, id };
  };
  const statusOf = async (api: ApiClient, id: string, name: TaskName = 'damage_detection') =>
    getOnlyRecord((await api.tasks.getOne(id, name)).entities.tasks).status;

  describe('a task', () => {
    // Proves spec 2.13, spec 3.2.
    test('is created NOT_STARTED with the specified defaults', async () => {
      const { api, id } = await createWithTask();
      const { result, entities } = await api.tasks.getOne(id, 'damage_detection');
      const task = getOnlyRecord(entities.tasks);
      expect(task).toMatchObject({
        id: result,
        name: 'damage_detection',
        inspectionId: id,
        status: 'NOT_STARTED',
        confidencePreExecutionStatus: 'NOT_STARTED',
        images: [],
        damageScoreThreshold: 0.3,
      });
      expect(task.createdAt).toMatch(ISO_TIME);
      expect(task).not.toHaveProperty('startedAt');
      expect(task).not.toHaveProperty('doneAt');
    });

    // Proves spec 4.11.
    test('is listed with the other tasks of its inspection, by id', async () => {
      const api = await newClient();
      const tasks = Object.fromEntries(TASK_NAMES.map((name) => [name, {}]));
      const { result: id } = await api.inspections.createOne({ tasks });
      const { result, entities } = await api.tasks.getMany(id);
      expect(Object.keys(entities.tasks)).toEqual(result);
      expect(Object.values(entities.tasks).map(({ name }) => name)).toEqual([...TASK_NAMES]);
      expect(entities.tasks).toEqual((await api.inspections.getOne(id)).entities.tasks);
    });

    // Proves spec 1.3, wire C1.
    test('throws task_unknown if it was not listed at creation', async () => {
      const { api, id } = await createWithTask();
      const unknown = { code: 'task_unknown', details: { inspectionId: id, taskName: 'wheel_analysis' } };
      expect(await rejection(api.tasks.getOne(id, 'wheel_analysis'))).toMatchObject(unknown);
      expect(await rejection(api.tasks.updateOne(id, 'wheel_analysis', { status: 'TODO' }))).toMatchObject(
        unknown,
      );
      expect(
        await rejection(api.images.addOne(id, { tasks: ['wheel_analysis'] }, await photo())),
      ).toMatchObject(unknown);
      expect((await api.images.getMany(id)).data).toEqual([]);
    });

    // Proves spec 1.4, spec 2.10.
    test('contains the images that list it, with their details', async () => {
      const { api, id } = await createWithTask();
      const first = await api.images.addOne(id, { tasks: ['damage_detection'] }, await photo(1));
      await api.images.addOne(id, {}, await photo(2));
      const imageDetails = { viewpointName: 'front' };
      const third = await api.images.addOne(
        id,
        { tasks: [{ name: 'damage_detection', imageDetails }] },
        await photo(3),
      );
      expect(getOnlyRecord((await api.tasks.getOne(id, 'damage_detection')).entities.tasks).images).toEqual([
        { imageId: first.result },
        { imageId: third.result, details: imageDetails },
      ]);
    });

    // Proves spec 2.14.
    test('has the times of its start and its end', async () => {
      const { api, id } = await createWithTask();
      const started = getOnlyRecord(
        (await api.tasks.updateOne(id, 'damage_detection', { status: 'TODO' })).entities.tasks,
      );
      expect(started.startedAt).toMatch(ISO_TIME);
      expect(started).not.toHaveProperty('doneAt');
      const done = getOnlyRecord(
        (await api.tasks.updateOne(id, 'damage_detection', { status: 'DONE' })).entities.tasks,
      );
      expect(done.startedAt).toBe(started.startedAt);
      expect(done.doneAt).toMatch(ISO_TIME);
    });

    // Proves spec 4.12.
    test('is returned by an update, with its arguments', async () => {
      const { api, id } = await createWithTask();
      const givenArguments = { anything: { goes: [1, 'two'] } };
      const { result, entities } = await api.tasks.updateOne(id, 'damage_detection', {
        status: 'NOT_STARTED',
        arguments: givenArguments,
      });
      expect(getOnlyRecord(entities.tasks)).toMatchObject({
        id: result,
        status: 'NOT_STARTED',
        arguments: givenArguments,
      });
      expect((await api.tasks.getOne(id, 'damage_detection')).entities.tasks).toEqual(entities.tasks);
    });
  });

  describe('task states', () => {
    const moves: [
      from: SentStatus[],
      to: SentStatus,
      outcome: SentStatus | 'task_transition' | 'task_started',
    ][] = [
      [[], 'NOT_STARTED', 'NOT_STARTED'],
      [[], 'TODO', 'TODO'],
      [[], 'DONE', 'DONE'],
      [[], 'VALIDATED', 'task_transition'],
      [['TODO'], 'NOT_STARTED', 'task_started'],
      [['TODO'], 'TODO', 'task_transition'],
      [['TODO'], 'DONE', 'DONE'],
      [['TODO'], 'VALIDATED', 'task_transition'],
      [['DONE'], 'NOT_STARTED', 'task_started'],
      [['DONE'], 'TODO', 'task_transition'],
      [['DONE'], 'DONE', 'task_transition'],
      [['DONE'], 'VALIDATED', 'VALIDATED'],
      [['DONE', 'VALIDATED'], 'NOT_STARTED', 'task_started'],
      [['DONE', 'VALIDATED'], 'TODO', 'task_transition'],
      [['DONE', 'VALIDATED'], 'DONE', 'task_transition'],
      [['DONE', 'VALIDATED'], 'VALIDATED', 'task_transition'],
    ];
    // Proves spec 3.3.
    test.each(moves)('after %j, an update to %s results in %s', async (before, to, outcome) => {
      const { api, id } = await createWithTask();
      for (const status of before) await api.tasks.updateOne(id, 'damage_detection', { status });
      const from = before.at(-1) ?? 'NOT_STARTED';
      const update = api.tasks.updateOne(id, 'damage_detection', { status: to });
      const isReached = to === 'TODO' || to === from || (to === 'DONE' && from === 'VALIDATED');
      if (isService && isReached && outcome === 'task_transition') {
        await update;
        expect(await statusOf(api, id)).toBe(from);
      } else if (outcome === 'task_transition' || outcome === 'task_started') {
        const error = await rejection(update);
        expect(error).toMatchObject({ code: outcome, details: { from, to } });
        expect(error.message).toContain(`from ${from} to ${to}`);
        expect(await statusOf(api, id)).toBe(from);
      } else {
        await update;
        expect(await statusOf(api, id)).toBe(outcome);
      }
    });

    // Proves spec 1.5.
    test('a started task rejects arguments', async () => {
      const { api, id } = await createWithTask();
      await api.tasks.updateOne(id, 'damage_detection', { status: 'TODO', arguments: { last: 'chance' } });
      const late = api.tasks.updateOne(id, 'damage_detection', {
        status: 'DONE',
        arguments: { too: 'late' },
      });
      expect(await rejectionCode(late)).toBe('task_started');
      expect(await statusOf(api, id)).toBe('TODO');
    });

    // Proves spec 1.5, spec 3.5, wire D5, fault F19.
    test('a started task rejects new images and keeps its images', async () => {
      const { api, id } = await createWithTask();
      const image = { tasks: ['damage_detection' as const] };
      const { result: imageId } = await api.images.addOne(id, image, await photo(1));
      await api.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
      expect(await rejection(api.images.addOne(id, image, await photo(2)))).toMatchObject({
        code: 'task_started',
        details: { inspectionId: id, taskName: 'damage_detection', status: 'TODO' },
      });
      expect(await rejectionCode(api.images.deleteOne(id, imageId))).toBe('task_started');
      const { result: free } = await api.images.addOne(id, {}, await photo(3));
      expect((await api.images.getMany(id)).result).toEqual([free, imageId]);
    });
  });

  describe('a task created with status TODO', () => {
    const todo = { tasks: { damage_detection: { status: 'TODO' }, wheel_analysis: {} } } as const;

    // Proves spec 3.4.
    test('starts with the first image that lists it', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne(todo);
      expect(await statusOf(api, id)).toBe('NOT_STARTED');
      await api.images.addOne(id, { tasks: ['wheel_analysis'] }, await photo(1));
      expect(await statusOf(api, id)).toBe('NOT_STARTED');
      await api.images.addOne(id, { tasks: ['damage_detection'] }, await photo(2));
      expect(await statusOf(api, id)).toBe('TODO');
      expect(await statusOf(api, id, 'wheel_analysis')).toBe('NOT_STARTED');
    });

    // Proves spec 3.4.
    test('starts immediately if the inspection is created with its images', async () => {
      const api = await newClient();
      const image = { acquisition: { fileKey: 'a' }, tasks: ['damage_detection' as const] };
      const { entities } = await api.inspections.createOne(
        { ...todo, images: [image, image, { acquisition: { fileKey: 'a' } }] },
        { photos: { a: await photo() } },
      );
      const [detection, wheels] = Object.values(entities.tasks);
      expect(detection).toMatchObject({ name: 'damage_detection', status: 'TODO' });
      expect(detection?.images).toHaveLength(2);
      expect(wheels?.status).toBe('NOT_STARTED');
    });
  });

  describe('the OCR task', () => {
    test.each(['images_ocr', 'image_ocr'] as const)(
      // Proves spec 2.20, wire C9.
      'accepts the name %s and is stored as images_ocr',
      async (name) => {
        const api = await newClient();
        const { result: id, entities } = await api.inspections.createOne({ tasks: { [name]: {} } });
        const task = getOnlyRecord(entities.tasks);
        expect(task.name).toBe('images_ocr');
        for (const alias of ['images_ocr', 'image_ocr'] as const) {
          expect((await api.tasks.getOne(id, alias)).result).toBe(task.id);
          const added = await api.images.addOne(id, { tasks: [alias] }, await photo());
          expect(getOnlyRecord(added.entities.images).tasks).toEqual([{ name: 'images_ocr' }]);
        }
        expect((await api.tasks.updateOne(id, 'image_ocr', { status: 'TODO' })).result).toBe(task.id);
      },
    );

    // Proves spec 2.20.
    test('cannot be listed under both names', async () => {
      const api = await newClient();
      expect(
        await rejectionCode(api.inspections.createOne({ tasks: { images_ocr: {}, image_ocr: {} } })),
      ).toBe('invalid_input');
    });
  });

  describe('whenDone', () => {
    // Proves spec 6.1.
    test('resolves when the task is done, and immediately if it was done before', async () => {
      const { api, id } = await createWithTask();
      await api.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
      const waiting = api.tasks.whenDone(id, 'damage_detection');
      await api.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
      expect(getOnlyRecord((await waiting).entities.tasks).status).toBe('DONE');
      await api.tasks.updateOne(id, 'damage_detection', { status: 'VALIDATED' });
      expect(getOnlyRecord((await api.tasks.whenDone(id, 'damage_detection')).entities.tasks).status).toBe(
        'VALIDATED',
      );
    });

    test('throws a retryable timeout', async () => {
      const { api, id } = await createWithTask();
      const error = await rejection(api.tasks.whenDone(id, 'damage_detection', { timeoutMs: 5 }));
      expect(error).toMatchObject({ code: 'timeout', retryable: true, details: { timeoutMs: 5 } });
    });
  });
}
