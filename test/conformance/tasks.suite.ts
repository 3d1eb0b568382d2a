import { describe, expect, test } from 'vitest';
import { TASK_NAMES, type TaskName } from '../../src/domain/enums.ts';
import type { UpdateTask } from '../../src/domain/task.ts';
import {
  type ApiClient,
  type ApiUnderTest,
  clientsOf,
  ISO_TIME,
  onlyOf,
  refusal,
  refusalCode,
} from './api-under-test.ts';

type Sent = UpdateTask['status'];

export function taskConformance(service: ApiUnderTest): void {
  const { someone, photo } = clientsOf(service);
  const withTask = async () => {
    const api = await someone();
    const { result: id } = await api.inspections.createOne({ tasks: { damage_detection: {} } });
    return { api, id };
  };
  const statusOf = async (api: ApiClient, id: string, name: TaskName = 'damage_detection') =>
    onlyOf((await api.tasks.getOne(id, name)).entities.tasks).status;

  describe('a task', () => {
    test('is created NOT_STARTED with what the specification shows of a new one', async () => {
      const { api, id } = await withTask();
      const { result, entities } = await api.tasks.getOne(id, 'damage_detection');
      const task = onlyOf(entities.tasks);
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

    test('is listed with all others of its inspection, keyed by id', async () => {
      const api = await someone();
      const tasks = Object.fromEntries(TASK_NAMES.map((name) => [name, {}]));
      const { result: id } = await api.inspections.createOne({ tasks });
      const { result, entities } = await api.tasks.getMany(id);
      expect(Object.keys(entities.tasks)).toEqual(result);
      expect(Object.values(entities.tasks).map(({ name }) => name)).toEqual([...TASK_NAMES]);
      expect(entities.tasks).toEqual((await api.inspections.getOne(id)).entities.tasks);
    });

    test('that was not listed at creation is unknown for ever', async () => {
      const { api, id } = await withTask();
      const unknown = { code: 'task_unknown', details: { inspectionId: id, taskName: 'wheel_analysis' } };
      expect(await refusal(api.tasks.getOne(id, 'wheel_analysis'))).toMatchObject(unknown);
      expect(await refusal(api.tasks.updateOne(id, 'wheel_analysis', { status: 'TODO' }))).toMatchObject(
        unknown,
      );
      expect(
        await refusal(api.images.addOne(id, { tasks: ['wheel_analysis'] }, await photo())),
      ).toMatchObject(unknown);
      expect((await api.images.getMany(id)).data).toEqual([]);
    });

    test('knows the images that name it, with what each says to it', async () => {
      const { api, id } = await withTask();
      const first = await api.images.addOne(id, { tasks: ['damage_detection'] }, await photo(1));
      await api.images.addOne(id, {}, await photo(2));
      const imageDetails = { viewpointName: 'front' };
      const third = await api.images.addOne(
        id,
        { tasks: [{ name: 'damage_detection', imageDetails }] },
        await photo(3),
      );
      expect(onlyOf((await api.tasks.getOne(id, 'damage_detection')).entities.tasks).images).toEqual([
        { imageId: first.result },
        { imageId: third.result, details: imageDetails },
      ]);
    });

    test('tells when it was started and when it was done', async () => {
      const { api, id } = await withTask();
      const started = onlyOf(
        (await api.tasks.updateOne(id, 'damage_detection', { status: 'TODO' })).entities.tasks,
      );
      expect(started.startedAt).toMatch(ISO_TIME);
      expect(started).not.toHaveProperty('doneAt');
      const done = onlyOf(
        (await api.tasks.updateOne(id, 'damage_detection', { status: 'DONE' })).entities.tasks,
      );
      expect(done.startedAt).toBe(started.startedAt);
      expect(done.doneAt).toMatch(ISO_TIME);
    });

    test('answers an update with itself and its id, and keeps the arguments', async () => {
      const { api, id } = await withTask();
      const argumentsGiven = { anything: { goes: [1, 'two'] } };
      const { result, entities } = await api.tasks.updateOne(id, 'damage_detection', {
        status: 'NOT_STARTED',
        arguments: argumentsGiven,
      });
      expect(onlyOf(entities.tasks)).toMatchObject({
        id: result,
        status: 'NOT_STARTED',
        arguments: argumentsGiven,
      });
      expect((await api.tasks.getOne(id, 'damage_detection')).entities.tasks).toEqual(entities.tasks);
    });
  });

  describe('the states of a task', () => {
    const moves: [from: Sent[], to: Sent, outcome: Sent | 'task_transition' | 'task_started'][] = [
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
    test.each(moves)('after %j an update to %s gives %s', async (before, to, outcome) => {
      const { api, id } = await withTask();
      for (const status of before) await api.tasks.updateOne(id, 'damage_detection', { status });
      const from = before.at(-1) ?? 'NOT_STARTED';
      const update = api.tasks.updateOne(id, 'damage_detection', { status: to });
      if (outcome === 'task_transition' || outcome === 'task_started') {
        const error = await refusal(update);
        expect(error).toMatchObject({ code: outcome, details: { from, to } });
        expect(error.message).toContain(`from ${from} to ${to}`);
        expect(await statusOf(api, id)).toBe(from);
      } else {
        await update;
        expect(await statusOf(api, id)).toBe(outcome);
      }
    });

    test('a task that has started takes no arguments', async () => {
      const { api, id } = await withTask();
      await api.tasks.updateOne(id, 'damage_detection', { status: 'TODO', arguments: { last: 'chance' } });
      const late = api.tasks.updateOne(id, 'damage_detection', {
        status: 'DONE',
        arguments: { too: 'late' },
      });
      expect(await refusalCode(late)).toBe('task_started');
      expect(await statusOf(api, id)).toBe('TODO');
    });

    test('a task that has started takes no more images, and loses none', async () => {
      const { api, id } = await withTask();
      const image = { tasks: ['damage_detection' as const] };
      const { result: imageId } = await api.images.addOne(id, image, await photo(1));
      await api.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
      expect(await refusal(api.images.addOne(id, image, await photo(2)))).toMatchObject({
        code: 'task_started',
        details: { inspectionId: id, taskName: 'damage_detection', status: 'TODO' },
      });
      expect(await refusalCode(api.images.deleteOne(id, imageId))).toBe('task_started');
      const { result: free } = await api.images.addOne(id, {}, await photo(3));
      expect((await api.images.getMany(id)).result).toEqual([free, imageId]);
    });
  });

  describe('a task created with status TODO', () => {
    const todo = { tasks: { damage_detection: { status: 'TODO' }, wheel_analysis: {} } } as const;

    test('waits for an image and starts with the first that names it', async () => {
      const api = await someone();
      const { result: id } = await api.inspections.createOne(todo);
      expect(await statusOf(api, id)).toBe('NOT_STARTED');
      await api.images.addOne(id, { tasks: ['wheel_analysis'] }, await photo(1));
      expect(await statusOf(api, id)).toBe('NOT_STARTED');
      await api.images.addOne(id, { tasks: ['damage_detection'] }, await photo(2));
      expect(await statusOf(api, id)).toBe('TODO');
      expect(await statusOf(api, id, 'wheel_analysis')).toBe('NOT_STARTED');
    });

    test('starts at once when its images come with the inspection, all of them in it', async () => {
      const api = await someone();
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

  describe('reading text', () => {
    test.each(['images_ocr', 'image_ocr'] as const)(
      'may be listed as %s and is stored as images_ocr',
      async (name) => {
        const api = await someone();
        const { result: id, entities } = await api.inspections.createOne({ tasks: { [name]: {} } });
        const task = onlyOf(entities.tasks);
        expect(task.name).toBe('images_ocr');
        for (const asked of ['images_ocr', 'image_ocr'] as const) {
          expect((await api.tasks.getOne(id, asked)).result).toBe(task.id);
          const added = await api.images.addOne(id, { tasks: [asked] }, await photo());
          expect(onlyOf(added.entities.images).tasks).toEqual([{ name: 'images_ocr' }]);
        }
        expect((await api.tasks.updateOne(id, 'image_ocr', { status: 'TODO' })).result).toBe(task.id);
      },
    );

    test('can not be listed under both names at once', async () => {
      const api = await someone();
      expect(await refusalCode(api.inspections.createOne({ tasks: { images_ocr: {}, image_ocr: {} } }))).toBe(
        'invalid_input',
      );
    });
  });

  describe('waiting for a task', () => {
    test('ends when it is done, whoever does it, and at once when it was done before', async () => {
      const { api, id } = await withTask();
      await api.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
      const waiting = api.tasks.whenDone(id, 'damage_detection');
      await api.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
      expect(onlyOf((await waiting).entities.tasks).status).toBe('DONE');
      await api.tasks.updateOne(id, 'damage_detection', { status: 'VALIDATED' });
      expect(onlyOf((await api.tasks.whenDone(id, 'damage_detection')).entities.tasks).status).toBe(
        'VALIDATED',
      );
    });

    test('gives up after its timeout, and says so as something to try again', async () => {
      const { api, id } = await withTask();
      const error = await refusal(api.tasks.whenDone(id, 'damage_detection', { timeoutMs: 5 }));
      expect(error).toMatchObject({ code: 'timeout', retryable: true, details: { timeoutMs: 5 } });
    });
  });
}
