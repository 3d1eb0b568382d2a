import { expect, it } from 'vitest';
import type { Session } from '../engine.ts';
import { RunMeter } from './run-meter.ts';

it('adds up the times, runs and work of all sessions, and starts again after each reading', async () => {
  let clock = 0;
  const meter = new RunMeter(() => clock);
  const session = {
    run: async () => {
      clock += 7;
      return {};
    },
    dispose: async () => {},
  };
  const [small, large] = [meter.measure(session, 10), meter.measure(session, 1_000)];
  const input = (height: number, width: number) => ({
    image: { dims: [1, 3, height, width], data: new Float32Array() },
  });
  await small.run(input(2, 3));
  await large.run(input(4, 5));
  clock += 100; // between the runs
  await small.run(input(1, 1));
  expect(meter.take()).toEqual({ ms: 21, runs: 3, work: 10 * 6 + 1_000 * 20 + 10 });
  expect(meter.take()).toEqual({ ms: 0, runs: 0, work: 0 });
});

it('counts the time of runs that overlap once', async () => {
  let clock = 0;
  const meter = new RunMeter(() => clock);
  const pending: (() => void)[] = [];
  const session: Session = {
    run: async () => ({}),
    runPhoto: () => new Promise((resolve) => pending.push(() => resolve([]))),
    dispose: async () => {},
  };
  const photo = { data: new Uint8ClampedArray(4), width: 1, height: 1, original: { width: 1, height: 1 } };
  const canvases = [
    { scale: 1, width: 4, height: 5 },
    { scale: 1, width: 2, height: 3 },
  ];
  const first = meter.measure(session, 10).runPhoto?.(photo, canvases);
  clock += 5;
  const second = meter.measure(session, 100).runPhoto?.(photo, canvases.slice(1));
  clock += 7;
  pending[0]?.();
  await first;
  clock += 3;
  pending[1]?.();
  await second;
  expect(meter.take()).toEqual({ ms: 15, runs: 3, work: 10 * 26 + 100 * 6 });
});

it('passes on what is needed of the outputs', async () => {
  const asked: unknown[] = [];
  const session: Session = {
    run: async () => ({}),
    runPhoto: async (_photo, _canvases, selection) => {
      asked.push(selection);
      return [];
    },
    dispose: async () => {},
  };
  const selection = { whole: ['prototypes'], levels: ['level8'], minLogits: Float32Array.of(-1) };
  const photo = { data: new Uint8ClampedArray(4), width: 1, height: 1, original: { width: 1, height: 1 } };
  await new RunMeter(() => 0).measure(session, 10).runPhoto?.(photo, [], selection);
  expect(asked).toEqual([selection]);
});
