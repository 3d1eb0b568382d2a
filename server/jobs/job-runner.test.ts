import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/fixtures/eventually.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../store/migrations.ts';
import { openReusedDatabase } from '../test-support/reused-database.ts';
import { silentLogger } from '../test-support/silent-logger.ts';
import { type Job, JobQueue } from './job-queue.ts';
import { JobRunner } from './job-runner.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

let database: Database;
beforeAll(async () => {
  database = await openReusedDatabase();
  await migrate(database);
});
afterAll(() => database.close());

const HOUR_MS = 3_600_000;
const addJob = () =>
  database.query(`insert into jobs (inspection_id, kind, subject) values ('i', 'quality', 'image')`);

describe('a job that fails', () => {
  it('is retried when it is due, without a poll, with growing delays; then it is buried with its reason', async () => {
    await addJob();
    const releases: number[] = [];
    const queue = new JobQueue(database, 'runner', 30_000);
    const release = queue.release.bind(queue);
    queue.release = (job, retry) => {
      releases.push(retry.afterMs);
      return release(job, retry);
    };
    const runner = new JobRunner({
      queue,
      claimable: async () => [{ kind: 'quality' }],
      run: () => Promise.reject(new Error('no memory\0')),
      abandon: async () => {},
      pollMs: HOUR_MS,
      tasks: 1,
      drainMs: 0,
      renewMs: 10_000,
      retryMs: 5,
      logger: silentLogger,
    });
    await eventually(async () =>
      expect(await database.query('select kind, subject, attempts, last_error from dead_jobs')).toEqual([
        { kind: 'quality', subject: 'image', attempts: 5, last_error: 'no memory' },
      ]),
    );
    await runner.close();
    expect(releases).toEqual([5, 10, 20, 40, 80]);
    expect(await database.query('select 1 from jobs')).toEqual([]);
  });
});

describe('a job whose instance is stopped', () => {
  it.each([
    ['and ends on abort', (_reject: (reason: Error) => void, resolve: () => void) => resolve()],
    ['and fails on abort', (reject: (reason: Error) => void) => reject(new Error('stopped'))],
  ])('%s keeps its number of attempts', async (_, end) => {
    await addJob();
    const log: string[] = [];
    const attemptCounts: number[] = [];
    for (let starts = 0; starts < 7; starts += 1) {
      await new Promise<void>((stopped) => {
        const runner = new JobRunner({
          queue: new JobQueue(database, crypto.randomUUID(), 30_000),
          claimable: async () => [{ kind: 'quality' }],
          run: ({ attempts }: Job, signal) =>
            new Promise((resolve, reject) => {
              attemptCounts.push(attempts);
              signal.addEventListener('abort', () => end(reject, resolve));
              void runner.close().then(stopped);
            }),
          abandon: async () => void log.push('abandoned'),
          pollMs: 1_000,
          tasks: 1,
          drainMs: 0,
          renewMs: 10_000,
          retryMs: 10_000,
          logger: { ...silentLogger, warn: (message) => log.push(message) },
        });
      });
    }
    expect(attemptCounts).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(log).toEqual([]);
    await database.query('delete from jobs');
  });
});
