import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDeadline, withIdleTimeout } from './timeouts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('withIdleTimeout', () => {
  test('aborts after the timeout without data', () => {
    const { signal } = withIdleTimeout(1_000);
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ message: 'the server sent no data for 1000 ms' });
  });

  test('does not limit the total duration', () => {
    const { signal, reset } = withIdleTimeout(1_000);
    for (let chunk = 0; chunk < 100; chunk += 1) {
      vi.advanceTimersByTime(999);
      reset();
    }
    expect(signal.aborted).toBe(false);
  });

  test('follows the caller’s signal', () => {
    const caller = new AbortController();
    const { signal } = withIdleTimeout(1_000, caller.signal);
    caller.abort(new Error('stop'));
    expect(signal.reason).toMatchObject({ message: 'stop' });
  });

  test('leaves no timer after clear', () => {
    withIdleTimeout(1_000).clear();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('startDeadline', () => {
  test('aborts when the timeout expires', () => {
    const deadline = startDeadline(1_000, undefined);
    vi.advanceTimersByTime(1_000);
    expect(deadline).toMatchObject({ hasPassed: true, signal: { aborted: true } });
  });

  test('has not passed if the caller aborted', () => {
    const caller = new AbortController();
    const deadline = startDeadline(1_000, caller.signal);
    caller.abort();
    expect(deadline).toMatchObject({ hasPassed: false, signal: { aborted: true } });
  });

  test('restarts with the initial or a new timeout', () => {
    const deadline = startDeadline(1_000, undefined);
    vi.advanceTimersByTime(900);
    deadline.restart(5_000);
    expect(deadline.timeoutMs).toBe(5_000);
    vi.advanceTimersByTime(4_900);
    deadline.restart();
    expect(deadline.timeoutMs).toBe(1_000);
    vi.advanceTimersByTime(999);
    expect(deadline.hasPassed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.hasPassed).toBe(true);
  });

  test('clamps delays that setTimeout cannot hold', () => {
    const deadline = startDeadline(Number.MAX_SAFE_INTEGER, undefined);
    vi.advanceTimersByTime(1_000);
    expect(deadline.hasPassed).toBe(false);
  });
});
