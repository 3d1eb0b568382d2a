import { expect, test } from 'vitest';
import { EventHub } from '../../operations/events.ts';
import { VirtualClock } from '../routing/virtual-clock.suite.ts';
import { NetworkMonitor } from './network-monitor.ts';

const task = { inspectionId: 'i', taskName: 'damage_detection' } as const;

function createMonitor() {
  const clock = new VirtualClock();
  return {
    clock,
    monitor: new NetworkMonitor(new EventHub({ post() {}, onMessage() {}, close() {} }), clock),
  };
}

test('measures the time from the start of a task to its results, once', async () => {
  const { clock, monitor } = createMonitor();
  monitor.taskStarted(task);
  await clock.advance(4_000);
  monitor.taskArrived({ ...task, taskName: 'images_ocr' });
  expect(monitor.quality.taskMs).toEqual({});
  monitor.taskArrived(task);
  expect(monitor.quality.taskMs).toEqual({ damage_detection: 4_000 });
  await clock.advance(60_000);
  monitor.taskArrived(task);
  expect(monitor.quality.taskMs).toEqual({ damage_detection: 4_000 });
});

test('does not measure a task that another tab started', () => {
  const { monitor } = createMonitor();
  monitor.taskArrived(task);
  expect(monitor.quality.taskMs).toEqual({});
});
