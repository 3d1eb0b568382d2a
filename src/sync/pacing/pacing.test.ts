import { describe, expect, test } from 'vitest';
import { Pacing } from './pacing.ts';

const cause = { code: 'unauthorized', message: 'The token expired.', status: 401 };

function createPacing(random = 1) {
  const log: string[] = [];
  const time = { elapsed: 0 };
  const clock = { now: () => 0, monotonic: () => time.elapsed, after: () => () => {} };
  const pacing = new Pacing({
    clock,
    random: () => random,
    onPaused: (reason) => log.push(`paused ${reason}`),
    onResumed: () => log.push('resumed'),
  });
  return { pacing, log, time };
}

describe('a pause', () => {
  test('is reported once, and ends with the first success after its release', () => {
    const { pacing, log } = createPacing();
    pacing.pause('unauthorized', cause);
    pacing.pause('unreachable', cause);
    pacing.recordSuccess(); // of a request that was sent before the pause
    expect([pacing.isPaused, log]).toEqual([true, ['paused unauthorized']]);
    pacing.release();
    expect([pacing.isPaused, log]).toEqual([false, ['paused unauthorized']]);
    pacing.recordSuccess();
    expect(log).toEqual(['paused unauthorized', 'resumed']);
  });

  test('doubles its delay until a request succeeds', () => {
    const { pacing } = createPacing();
    const pauseAgain = () => {
      pacing.release();
      pacing.pause('unreachable', cause);
      return pacing.resumesAt;
    };
    expect([pauseAgain(), pauseAgain(), pauseAgain()]).toEqual([1_000, 2_000, 4_000]);
    pacing.release();
    pacing.recordSuccess();
    expect(pauseAgain()).toBe(1_000);
  });

  test('lasts at least 500 ms, and 5 s without a valid token', () => {
    const { pacing } = createPacing(0);
    pacing.pause('unreachable', cause);
    expect(pacing.resumesAt).toBe(500);
    pacing.release();
    pacing.pause('unauthorized', cause);
    expect(pacing.resumesAt).toBe(5_000);
  });
});

describe('a pause for Retry-After', () => {
  test('is not reported, and no trigger ends it', () => {
    const { pacing, log, time } = createPacing();
    pacing.delay(60_000);
    pacing.release();
    expect([pacing.isPaused, pacing.resumesAt, log]).toEqual([true, 60_000, []]);
    time.elapsed = 60_000;
    expect([pacing.isPaused, pacing.resumesAt]).toEqual([false, Number.POSITIVE_INFINITY]);
  });

  test('lasts at most 5 minutes', () => {
    const { pacing } = createPacing();
    pacing.delay(86_400_000);
    expect(pacing.resumesAt).toBe(300_000);
  });
});
