import { describe, expect, test } from 'vitest';
import { LIMITS } from '../domain/limits.ts';
import { addImage, deleteImage } from './images.ts';
import { NOW, PHOTO, RuleRunner } from './rule-runner.suite.ts';
import { updateTask, updateTaskAsHost } from './tasks.ts';

const WITH_TASK = { tasks: [{ name: 'damage_detection' as const }] };

describe('addImage', () => {
  test('adds the image to its tasks and replays it', () => {
    const runner = new RuleRunner();
    const { result: imageId, entities } = runner.apply(addImage(WITH_TASK, PHOTO));
    expect(entities.images[imageId]).toMatchObject({ name: imageId, imageWidth: 400, imageHeight: 300 });
    expect(runner.state.tasks[0]?.images).toEqual([{ imageId }]);
    expect(runner.operations).toMatchObject([{ kind: 'image.add', userId: 'ann', payload: { imageId } }]);
    expect(runner.events).toMatchObject([{ type: 'image.added', imageId }]);
  });

  test('starts a task that waits for its first image', () => {
    const runner = new RuleRunner({ damage_detection: { status: 'TODO' } });
    runner.apply(addImage(WITH_TASK, PHOTO));
    expect(runner.state.tasks[0]?.status).toBe('TODO');
    expect(runner.operationKinds()).toEqual(['image.add', 'task.update']);
  });

  test('requested checks start as TODO, with the sight', () => {
    const runner = new RuleRunner();
    const compliances = { imageQualityAssessment: {}, coverage360: { sightId: 'front' } };
    runner.apply(addImage({ ...WITH_TASK, compliances }, PHOTO));
    expect(runner.state.images[0]?.compliances).toEqual({
      image_quality_assessment: { status: 'TODO', is_compliant: null, reasons: [] },
      coverage_360: { status: 'TODO', is_compliant: null, reasons: [], sight_id: 'front' },
    });
  });

  test('throws task_started after the start of a task', () => {
    const runner = new RuleRunner();
    runner.apply(updateTask('damage_detection', { status: 'TODO' }));
    expect(() => runner.apply(addImage(WITH_TASK, PHOTO))).toThrow(
      expect.objectContaining({ code: 'task_started' }),
    );
  });

  test('throws task_unknown for a task that the inspection does not have', () => {
    const wheels = { tasks: [{ name: 'wheel_analysis' as const }] };
    expect(() => new RuleRunner().apply(addImage(wheels, PHOTO))).toThrow(
      expect.objectContaining({ code: 'task_unknown' }),
    );
  });

  describe('limits', () => {
    /** An inspection with this many images, and one photo more to add. */
    const addTo = (counts: { kept: number; deleted: number }) => {
      const runner = new RuleRunner();
      runner.apply(addImage(WITH_TASK, PHOTO));
      const [image] = runner.state.images;
      if (!image) throw new Error('no image');
      const kept = Array.from({ length: counts.kept }, () => image);
      const deleted = Array.from({ length: counts.deleted }, () => ({ ...image, deletedAt: NOW }));
      runner.state = { ...runner.state, images: [...kept, ...deleted] };
      return runner.apply(addImage(WITH_TASK, PHOTO));
    };
    const { imagesPerInspection: max, imageRecordsPerInspection: maxRecords } = LIMITS;

    test('deleted images do not count towards the number of images', () => {
      expect(addTo({ kept: max - 1, deleted: 5 }).result).toBeDefined();
    });

    test.each([
      ['images', { kept: max, deleted: 0 }],
      ['images with deleted ones', { kept: 1, deleted: maxRecords - 1 }],
    ])('throws invalid_input over the limit of %s', (_what, counts) => {
      expect(() => addTo(counts)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    });
  });
});

describe('deleteImage', () => {
  function addOne() {
    const runner = new RuleRunner();
    return { runner, imageId: runner.apply(addImage(WITH_TASK, PHOTO)).result };
  }

  test('marks the image and removes it from its tasks', () => {
    const { runner, imageId } = addOne();
    runner.apply(deleteImage(imageId));
    expect(runner.state.images[0]).toHaveProperty('deletedAt');
    expect(runner.state.tasks[0]?.images).toEqual([]);
    expect(() => runner.apply(deleteImage(imageId))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  test('throws task_started while a task of the image runs', () => {
    const { runner, imageId } = addOne();
    runner.apply(updateTask('damage_detection', { status: 'TODO' }));
    expect(() => runner.apply(deleteImage(imageId))).toThrow(
      expect.objectContaining({ code: 'task_started' }),
    );
  });

  test('is allowed after a task failed, and sends the statuses that the task may have', () => {
    const { runner, imageId } = addOne();
    runner.apply(updateTask('damage_detection', { status: 'TODO' }));
    runner.apply(updateTaskAsHost('damage_detection', 'IN_PROGRESS'));
    runner.apply(updateTaskAsHost('damage_detection', 'ERROR', { message: 'Undecodable photo.' }));
    runner.apply(deleteImage(imageId));
    expect(runner.operations.at(-1)?.payload).toEqual({
      imageId,
      taskStatuses: ['NOT_STARTED', 'ERROR', 'ABORTED'],
    });
  });
});
