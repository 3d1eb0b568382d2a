import { expect, it } from 'vitest';
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
