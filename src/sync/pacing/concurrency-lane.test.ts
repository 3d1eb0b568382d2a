import { expect, test } from 'vitest';
import { ConcurrencyLane } from './concurrency-lane.ts';

/** A lane of 2 with a prefetch of 8, filled completely. */
function createFullLane() {
  const lane = new ConcurrencyLane<number>(2, 8);
  let count = 0;
  while (lane.hasRoom) {
    lane.reserve();
    count += 1;
  }
  for (let n = 0; n < count; n += 1) lane.addReady(n);
  return { lane, count };
}

test('runs up to the limit, in the order in which work became ready', () => {
  const { lane } = createFullLane();
  expect([lane.take(), lane.take(), lane.take()]).toEqual([0, 1, undefined]);
  lane.release();
  expect(lane.take()).toBe(2);
});

test('has room again only after most of the prefetched work is used up', () => {
  const { lane, count } = createFullLane();
  expect(count).toBe(10);
  const room: boolean[] = [];
  for (let n = 0; n < count; n += 1) {
    lane.take();
    lane.release();
    room.push(lane.hasRoom);
  }
  expect(room.indexOf(true)).toBe(5); // 4 are left: 2 to run, 2 ahead
});

test('is running low while work is being prepared and little is ready', () => {
  const { lane } = createFullLane();
  lane.reserve();
  expect(lane.isRunningLow).toBe(false);
  for (let n = 0; n < 8; n += 1) {
    lane.take();
    lane.release();
  }
  expect(lane.isRunningLow).toBe(true);
  lane.addReady(10);
  expect(lane.isRunningLow).toBe(false);
});

test('drains the work that has not run', () => {
  const { lane } = createFullLane();
  lane.take();
  expect(lane.drainReady()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(lane.isIdle).toBe(false);
  lane.release();
  expect(lane.isIdle).toBe(true);
});
