import { expect, test } from 'vitest';
import { KerbsideError } from '../../errors.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import type { Locks } from '../../platform/ports.ts';
import { runSendLoop, type SendLoopDeps } from './send-loop.ts';

/** One lock with a queue, like Web Locks: the next in the queue gets it as soon as it is free. */
function createLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    withLock<T>(_name: string, work: () => Promise<T>): Promise<T> {
      const mine = last.then(work);
      last = mine.catch(() => {});
      return mine;
    },
  };
}

/** Its timers never fire: the tests show that none is needed. */
const stoppedClock: Clock = { now: () => 0, monotonic: () => 0, after: () => () => {} };

function openTab(name: string, locks: Locks, log: string[], run?: () => Promise<void>, clock = stoppedClock) {
  const stop = new AbortController();
  const untilStopped = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      log.push(`${name} sends`);
      signal.addEventListener('abort', () => {
        log.push(`${name} stops`);
        resolve();
      });
    });
  const deps: SendLoopDeps = {
    locks,
    lockName: 'sender',
    clock,
    random: () => 0,
    sleep: (milliseconds, signal) => sleep(clock, milliseconds, signal),
    createSender: () => ({ run: run ?? untilStopped }),
    onFailure: () => log.push(`${name} fails`),
  };
  return { ended: runSendLoop(deps, stop.signal), close: () => stop.abort() };
}

const turn = () => new Promise(setImmediate);

test('F16: one tab sends; when it stops, the next in the queue sends without a timer', async () => {
  const [locks, log] = [createLocks(), [] as string[]];
  const first = openTab('first', locks, log);
  const second = openTab('second', locks, log);
  const third = openTab('third', locks, log);
  await turn();
  expect(log).toEqual(['first sends']);
  first.close();
  await turn();
  expect(log).toEqual(['first sends', 'first stops', 'second sends']);
  second.close();
  await turn();
  expect(log.slice(3)).toEqual(['second stops', 'third sends']);
  third.close();
  await Promise.all([first.ended, second.ended, third.ended]);
});

test('keeps the lock when the store fails, and tries again later', async () => {
  const [locks, log] = [createLocks(), [] as string[]];
  const first = openTab('first', locks, log, () => Promise.reject(new Error('disk')));
  openTab('second', locks, log);
  await turn();
  expect(log).toEqual(['first fails']);
  first.close();
});

// Proves fault F8.
test('F8: a tab whose database a newer version upgraded releases the lock for good', async () => {
  const [locks, log] = [createLocks(), [] as string[]];
  const outdated = new KerbsideError('storage_outdated', 'Reload.');
  const first = openTab('first', locks, log, () => Promise.reject(outdated));
  const second = openTab('second', locks, log);
  await first.ended;
  await turn();
  expect(log).toEqual(['first fails', 'second sends']);
  second.close();
});

test('a leader that hands over joins the end of the queue', async () => {
  const [locks, log] = [createLocks(), [] as string[]];
  let turns = 0;
  const first = openTab('first', locks, log, async () => {
    log.push('first sends');
    turns += 1;
    if (turns > 1) first.close();
  });
  const second = openTab('second', locks, log);
  await turn();
  expect(log).toEqual(['first sends', 'second sends']);
  second.close();
  await first.ended;
  expect(log).toEqual(['first sends', 'second sends', 'second stops', 'first sends']);
});

test('the delay does not grow if the failures are far apart', async () => {
  let time = 0;
  const delays: number[] = [];
  const clock = {
    now: () => time,
    monotonic: () => time,
    after(milliseconds: number, work: () => void) {
      delays.push(milliseconds);
      queueMicrotask(work);
      return () => {};
    },
  };
  const first = openTab(
    'first',
    createLocks(),
    [],
    async () => {
      time += 3_600_000;
      if (delays.length === 5) first.close();
      throw new Error('disk');
    },
    clock,
  );
  await first.ended;
  expect(delays).toEqual([500, 500, 500, 500, 500]);
});
