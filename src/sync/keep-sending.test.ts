import { expect, test } from 'vitest';
import type { Locks } from '../platform/ports.ts';
import { type KeepSendingDeps, keepSending } from './keep-sending.ts';

/** One lock and its queue, as browsers have it: whoever is next gets it as soon as it is free. */
function oneLock(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    hold<T>(_name: string, work: () => Promise<T>): Promise<T> {
      const mine = last.then(work);
      last = mine.catch(() => {});
      return mine;
    },
  };
}

/** No timer ever goes off: what happens, happens without one. */
const stoppedClock = { now: () => 0, monotonic: () => 0, after: () => () => {} };

function tab(name: string, locks: Locks, told: string[], run?: () => Promise<void>) {
  const stop = new AbortController();
  const untilStopped = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      told.push(`${name} sends`);
      signal.addEventListener('abort', () => {
        told.push(`${name} stops`);
        resolve();
      });
    });
  const deps: KeepSendingDeps = {
    locks,
    lockName: 'sender',
    clock: stoppedClock,
    random: () => 0,
    newSender: () => ({ run: run ?? untilStopped }),
    onStoreFailure: () => told.push(`${name} can not`),
  };
  return { ended: keepSending(deps, stop.signal), close: () => stop.abort() };
}

const turn = () => new Promise(setImmediate);

test('F16: one sends; when it stops the next in line sends, and no timer stands between', async () => {
  const [locks, told] = [oneLock(), [] as string[]];
  const first = tab('first', locks, told);
  const second = tab('second', locks, told);
  const third = tab('third', locks, told);
  await turn();
  expect(told).toEqual(['first sends']);
  first.close();
  await turn();
  expect(told).toEqual(['first sends', 'first stops', 'second sends']);
  second.close();
  await turn();
  expect(told.slice(3)).toEqual(['second stops', 'third sends']);
  third.close();
  await Promise.all([first.ended, second.ended, third.ended]);
});

test('a store that fails keeps the lock: the same tab tries again after a while', async () => {
  const [locks, told] = [oneLock(), [] as string[]];
  const first = tab('first', locks, told, () => Promise.reject(new Error('disk')));
  tab('second', locks, told);
  await turn();
  expect(told).toEqual(['first can not']);
  first.close();
});
