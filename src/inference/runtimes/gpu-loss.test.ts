import { expect, test } from 'vitest';
import { GpuLoss } from './gpu-loss.ts';

const never = () => new Promise<never>(() => {});
const lost = { code: 'engine_failed', message: 'The GPU was lost: reset', retryable: true };

test('work that is pending when the GPU is lost rejects, and so does all later work', async () => {
  const loss = new GpuLoss();
  const pending = [loss.race(never()), loss.race(never())];
  loss.report('reset');
  for (const work of pending) await expect(work).rejects.toMatchObject(lost);
  await expect(loss.race(Promise.resolve(1))).rejects.toMatchObject(lost);
});

test('work that ended before keeps its outcome', async () => {
  const loss = new GpuLoss();
  const [done, failed] = [loss.race(Promise.resolve(1)), loss.race(Promise.reject(new Error('wrong shape')))];
  expect(await done).toBe(1);
  await expect(failed).rejects.toThrow('wrong shape');
  loss.report('reset');
  expect(await done).toBe(1);
});

test('the first reason is reported, and a late rejection of lost work is not unhandled', async () => {
  const loss = new GpuLoss();
  let rejectLate = (_error: Error) => {};
  const work = loss.race(new Promise<never>((_resolve, reject) => (rejectLate = reject)));
  loss.report('reset');
  loss.report('again');
  rejectLate(new Error('late'));
  await expect(work).rejects.toMatchObject(lost);
});
