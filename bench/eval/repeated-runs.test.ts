import { expect, it } from 'vitest';
import type { Session } from '../../src/inference/engine.ts';
import { RepeatedRuns } from './repeated-runs.ts';

const input = (...values: number[]) => ({
  image: { dims: [values.length], data: Float32Array.from(values) },
});

it('runs equal inputs of a photo once, and counts the time of each', async () => {
  let [time, runs] = [0, 0];
  const session: Session = {
    async run() {
      runs += 1;
      time += 10 * runs;
      return { runs: { dims: [1], data: Float32Array.of(runs) } };
    },
    dispose: async () => {},
  };
  const repeated = new RepeatedRuns(session, () => time);
  const run = async (...values: number[]) => (await repeated.session.run(input(...values))).runs?.data[0];
  expect([await run(1, 2), await run(3, 4)]).toEqual([1, 2]);
  expect(repeated.takeMs()).toBe(30);
  expect([await run(1, 2), await run(3, 4)]).toEqual([1, 2]);
  expect(repeated.takeMs()).toBe(30);
  repeated.startPhoto();
  expect(await run(1, 2)).toBe(3);
});
