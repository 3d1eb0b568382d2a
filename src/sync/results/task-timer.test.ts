import { expect, test } from 'vitest';
import { VirtualClock } from '../routing/virtual-clock.suite.ts';
import { TaskTimer } from './task-timer.ts';

const task = { inspectionId: 'i', taskName: 'damage_detection' } as const;

test('returns the time from start to stop, once', async () => {
  const clock = new VirtualClock();
  const timer = new TaskTimer(clock.monotonic);
  timer.start(task);
  await clock.advance(4_000);
  expect(timer.stop({ ...task, taskName: 'images_ocr' })).toBeUndefined();
  expect(timer.stop(task)).toBe(4_000);
  expect(timer.stop(task)).toBeUndefined();
});

test('does not measure a task that another tab started', () => {
  expect(new TaskTimer(() => 0).stop(task)).toBeUndefined();
});
