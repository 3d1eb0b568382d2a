import { expect, test } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Locks } from '../../platform/ports.ts';
import { type KeepSendingDeps, keepSending } from './send-loop.ts';

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
const stoppedClock: Clock = { now: () => 0, monotonic: () => 0, after: () => () => {} };

function tab(name: string, locks: Locks, told: string[], run?: () => Promise<void>, clock = stoppedClock) {
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
    clock,
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

test('F8: a tab of an older version, whose database is a newer one’s by now, hands the lock on and asks no more', async () => {
  const [locks, told] = [oneLock(), [] as string[]];
  const outdated = new KerbsideError('storage_outdated', 'Reload.');
  const first = tab('first', locks, told, () => Promise.reject(outdated));
  const second = tab('second', locks, told);
  await first.ended;
  await turn();
  expect(told).toEqual(['first can not', 'second sends']);
  second.close();
});

test('one that gives way lets the next in line send, and is in line again', async () => {
  const [locks, told] = [oneLock(), [] as string[]];
  let turns = 0;
  const first = tab('first', locks, told, async () => {
    told.push('first sends');
    turns += 1;
    if (turns > 1) first.close();
  });
  const second = tab('second', locks, told);
  await turn();
  expect(told).toEqual(['first sends', 'second sends']);
  second.close();
  await first.ended;
  expect(told).toEqual(['first sends', 'second sends', 'second stops', 'first sends']);
});

test('failures far apart are each the first: the pause after them does not grow', async () => {
  let time = 0;
  const pauses: number[] = [];
  const clock = {
    now: () => time,
    monotonic: () => time,
    after(milliseconds: number, work: () => void) {
      pauses.push(milliseconds);
      queueMicrotask(work);
      return () => {};
    },
  };
  const first = tab(
    'first',
    oneLock(),
    [],
    async () => {
      time += 3_600_000;
      if (pauses.length === 5) first.close();
      throw new Error('disk');
    },
    clock,
  );
  await first.ended;
  expect(pauses).toEqual([500, 500, 500, 500, 500]);
});
