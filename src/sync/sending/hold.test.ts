import { describe, expect, test } from 'vitest';
import { Hold } from './hold.ts';
import { ServicePause } from './service-pause.ts';

const cause = { code: 'unauthorized', message: 'The token expired.', status: 401 };

function createHold(random = 1) {
  const log: string[] = [];
  const time = { elapsed: 0 };
  const clock = { now: () => 0, monotonic: () => time.elapsed, after: () => () => {} };
  const pause = new ServicePause(clock.monotonic);
  const hold = new Hold({
    clock,
    pause,
    random: () => random,
    onPaused: (reason) => log.push(`held ${reason}`),
    onResumed: () => log.push('resumed'),
  });
  return { hold, pause, log, time };
}

describe('a hold', () => {
  test('is reported once, and ends with the first success after its release', () => {
    const { hold, log } = createHold();
    hold.hold('unauthorized', cause);
    hold.hold('unreachable', cause);
    hold.recordSuccess(); // of a request that was sent before the hold
    expect([hold.isHeld, log]).toEqual([true, ['held unauthorized']]);
    hold.release();
    expect([hold.isHeld, log]).toEqual([false, ['held unauthorized']]);
    hold.recordSuccess();
    expect(log).toEqual(['held unauthorized', 'resumed']);
  });

  test('doubles its delay until a request succeeds', () => {
    const { hold } = createHold();
    const holdAgain = () => {
      hold.release();
      hold.hold('unreachable', cause);
      return hold.resumesAt;
    };
    expect([holdAgain(), holdAgain(), holdAgain()]).toEqual([1_000, 2_000, 4_000]);
    hold.release();
    hold.recordSuccess();
    expect(holdAgain()).toBe(1_000);
  });

  test('lasts at least 500 ms, and 5 s without a valid token', () => {
    const { hold } = createHold(0);
    hold.hold('unreachable', cause);
    expect(hold.resumesAt).toBe(500);
    hold.release();
    hold.hold('unauthorized', cause);
    expect(hold.resumesAt).toBe(5_000);
  });
});

describe('a pause for Retry-After', () => {
  test('is not reported, and no trigger ends it', () => {
    const { hold, pause, log, time } = createHold();
    pause.start(60_000);
    hold.release();
    expect([hold.isHeld, hold.resumesAt, log]).toEqual([true, 60_000, []]);
    time.elapsed = 60_000;
    expect([hold.isHeld, hold.resumesAt]).toEqual([false, Number.POSITIVE_INFINITY]);
  });

  test('lasts at most 5 minutes', () => {
    const { hold, pause } = createHold();
    pause.start(86_400_000);
    expect(hold.resumesAt).toBe(300_000);
  });
});
