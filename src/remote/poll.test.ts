import { describe, expect, test } from 'vitest';
import { KerbsideError } from '../errors.ts';
import { type PollOptions, poll, type Sleep, sleep } from './poll.ts';

type Step = { id: string } | undefined | Error;

/** Polls through a list of outcomes and records the pauses. */
function pollSteps(steps: Step[], options: Partial<PollOptions> = {}) {
  const pauses: number[] = [];
  const recordPause: Sleep = async (milliseconds) => void pauses.push(milliseconds);
  const read = async () => {
    const step = steps.shift();
    if (step instanceof Error) throw step;
    return step;
  };
  const result = poll(read, {
    sleep: recordPause,
    firstMs: 1_000,
    maxMs: 3_000,
    what: 'The end of task x',
    ...options,
  });
  return { result, pauses };
}

const unavailable = (details = {}) =>
  new KerbsideError('remote_unavailable', 'm', { retryable: true, details });

describe('poll', () => {
  test('returns the first value; pauses grow by half up to the limit', async () => {
    const { result, pauses } = pollSteps([undefined, undefined, undefined, undefined, { id: 'a' }]);
    expect(await result).toEqual({ id: 'a' });
    expect(pauses).toEqual([1_000, 1_500, 2_250, 3_000]);
  });

  test('continues after a retryable error, and waits as long as Retry-After asks', async () => {
    const { result, pauses } = pollSteps([unavailable(), unavailable({ retryAfterMs: 60_000 }), { id: 'a' }]);
    expect(await result).toEqual({ id: 'a' });
    expect(pauses).toEqual([1_000, 60_000]);
  });

  test('throws a permanent error at once', async () => {
    const { result, pauses } = pollSteps([new KerbsideError('not_found', 'm')]);
    await expect(result).rejects.toMatchObject({ code: 'not_found' });
    expect(pauses).toEqual([]);
  });

  test('throws a retryable timeout', async () => {
    const { result } = pollSteps([], { timeoutMs: 5, sleep });
    await expect(result).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
      details: { timeoutMs: 5 },
      message: expect.stringContaining('The end of task x'),
    });
  });

  test('throws aborted if the signal aborts a pause', async () => {
    const stop = new AbortController();
    const { result } = pollSteps([], { signal: stop.signal, sleep });
    stop.abort();
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
  });
});
