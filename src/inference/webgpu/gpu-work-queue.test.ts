import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GpuWorkQueue } from './gpu-work-queue.ts';

const IDLE_MS = 300;
let queue: GpuWorkQueue;
let done: string[];
beforeEach(() => {
  vi.useFakeTimers();
  queue = new GpuWorkQueue(IDLE_MS);
  done = [];
});
afterEach(() => void vi.useRealTimers());

/** A work that takes some time. */
const work = (name: string, ms: number) => async () => {
  done.push(`${name} starts`);
  await new Promise((resolve) => setTimeout(resolve, ms));
  done.push(`${name} ends`);
};

test('does one work after the other, also after one that failed', async () => {
  const failed = queue.add(() => Promise.reject(new Error('lost'))).catch(() => done.push('failed'));
  void queue.add(work('a', 10));
  void queue.add(work('b', 10));
  await vi.advanceTimersByTimeAsync(20);
  await failed;
  expect(done).toEqual(['failed', 'a starts', 'a ends', 'b starts', 'b ends']);
});

test('does the works of idle times when nothing was added for a while and nothing runs', async () => {
  queue.addWhenIdle(work('idle', 10));
  void queue.add(work('a', 2 * IDLE_MS));
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  void queue.add(work('b', 10));
  await vi.advanceTimersByTimeAsync(3 * IDLE_MS);
  expect(done).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'idle starts', 'idle ends']);
});

test('does them one at a time: a photo waits for one of them at most', async () => {
  queue.addWhenIdle(work('first', 10));
  queue.addWhenIdle(work('second', 10));
  await vi.advanceTimersByTimeAsync(IDLE_MS + 5);
  void queue.add(work('photo', 10));
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(done.filter((step) => step.endsWith('starts'))).toEqual([
    'first starts',
    'photo starts',
    'second starts',
  ]);
});
