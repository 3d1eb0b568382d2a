import { describe, expect, test } from 'vitest';
import { createOrderedWork } from './ingest-photo.ts';
import { createDeferred } from './test-host.suite.ts';

/** Creates work whose `prepare` the test ends. */
function createJob(name: string, log: string[]) {
  const { promise, resolve, reject } = createDeferred<string>();
  return {
    end: () => resolve(name),
    fail: () => reject(new Error(name)),
    steps: {
      prepare: () => {
        log.push(`prepare ${name}`);
        return promise;
      },
      finish: async (prepared: string) => {
        log.push(`finish ${prepared}`);
        return prepared;
      },
    },
  };
}

function createJobs(names: string[], maxPrepared = 2) {
  const log: string[] = [];
  const work = createOrderedWork(maxPrepared);
  const jobs = names.map((name) => createJob(name, log));
  return { log, work, jobs };
}

const flush = () => new Promise((resolve) => setTimeout(resolve));

describe('ordered work', () => {
  test('finishes in call order, whatever order it is prepared in', async () => {
    const { log, work, jobs } = createJobs(['a', 'b']);
    const results = jobs.map(({ steps }) => work.run('key', steps));
    jobs[1]?.end();
    await flush();
    expect(log).toEqual(['prepare a', 'prepare b']);
    jobs[0]?.end();
    expect(await Promise.all(results)).toEqual(['a', 'b']);
    expect(log.slice(2)).toEqual(['finish a', 'finish b']);
  });

  test('prepares at most maxPrepared items at a time', async () => {
    const { log, work, jobs } = createJobs(['a', 'b', 'c']);
    const results = jobs.map(({ steps }) => work.run('key', steps));
    await flush();
    expect(log).toEqual(['prepare a', 'prepare b']);
    jobs[0]?.end();
    await results[0];
    await flush();
    expect(log).toEqual(['prepare a', 'prepare b', 'finish a', 'prepare c']);
    for (const { end } of jobs) end();
    await Promise.all(results);
  });

  test('skips an item that fails, and keeps the order of the others', async () => {
    const { log, work, jobs } = createJobs(['a', 'b', 'c'], 3);
    const results = jobs.map(({ steps }) => work.run('key', steps));
    jobs[2]?.end();
    jobs[1]?.fail();
    await expect(results[1]).rejects.toThrow('b');
    expect(log.filter((line) => line.startsWith('finish'))).toEqual([]);
    jobs[0]?.end();
    expect(await Promise.all([results[0], results[2]])).toEqual(['a', 'c']);
    expect(log.slice(3)).toEqual(['finish a', 'finish c']);
  });

  test('does not wait for an aborted item that is never prepared', async () => {
    const { work, jobs } = createJobs(['stuck', 'next'], 1);
    const stop = new AbortController();
    const [stuck, next] = [
      work.run('key', jobs[0]?.steps ?? expect.unreachable(), stop.signal),
      work.run('key', jobs[1]?.steps ?? expect.unreachable()),
    ];
    jobs[1]?.end();
    stop.abort();
    await expect(stuck).rejects.toMatchObject({ code: 'aborted' });
    expect(await next).toBe('next');
  });

  test('does not wait for work with another key', async () => {
    const { work, jobs } = createJobs(['slow', 'fast'], 1);
    const slow = work.run('one', jobs[0]?.steps ?? expect.unreachable());
    jobs[1]?.end();
    expect(await work.run('other', jobs[1]?.steps ?? expect.unreachable())).toBe('fast');
    jobs[0]?.end();
    await slow;
  });
});
