import { expect, test } from 'vitest';
import { Lane } from './concurrency-lane.ts';

/** A lane of 2 with 8 ahead, filled as far as it goes. */
function filled() {
  const lane = new Lane<number>(2, 8);
  let made = 0;
  while (lane.hasRoom) {
    lane.prepare();
    made += 1;
  }
  for (let n = 0; n < made; n += 1) lane.prepared(n);
  return { lane, made };
}

test('takes as many as may run at once, in the order in which they were made ready', () => {
  const { lane } = filled();
  expect([lane.take(), lane.take(), lane.take()]).toEqual([0, 1, undefined]);
  lane.ended();
  expect(lane.take()).toBe(2);
});

test('is filled in bursts: not before most of what was ahead is used up', () => {
  const { lane, made } = filled();
  expect(made).toBe(10);
  const room: boolean[] = [];
  for (let n = 0; n < made; n += 1) {
    lane.take();
    lane.ended();
    room.push(lane.hasRoom);
  }
  expect(room.indexOf(true)).toBe(5); // four are left: two to run, two ahead
});

test('is hungry while something is made ready and little is left to follow', () => {
  const { lane } = filled();
  lane.prepare();
  expect(lane.isHungry).toBe(false);
  for (let n = 0; n < 8; n += 1) {
    lane.take();
    lane.ended();
  }
  expect(lane.isHungry).toBe(true);
  lane.prepared(10);
  expect(lane.isHungry).toBe(false);
});

test('gives back what has not run', () => {
  const { lane } = filled();
  lane.take();
  expect(lane.giveBack()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(lane.isIdle).toBe(false);
  lane.ended();
  expect(lane.isIdle).toBe(true);
});
