import { BrightnessAnalyzer } from '../../test/node/support/brightness-analyzer.ts';
import type { Database, QueryOptions } from '../database/database.ts';
import { openStorage } from '../open-storage.ts';
import { startServiceOn } from '../start-service.ts';

/** The steps of a task, in order. */
export const KILL_STEPS = ['claimed', 'photo-read', 'analyzed', 'result-written', 'callback-sent'] as const;
export type KillStep = (typeof KILL_STEPS)[number];

/** Returns the URL of the database of one step: a schema of its own. */
export function toStepUrl(databaseUrl: string, step: KillStep): string {
  return `${databaseUrl}?options=-c%20search_path%3D${toSchema(step)}`;
}

export function toSchema(step: KillStep): string {
  return `kill_${step.replace('-', '_')}`;
}

/** Starts a worker that stops forever after one step of its task, and prints that it is there. */
async function startWorker(databaseUrl: string, data: string, step: KillStep): Promise<void> {
  const stopAt = async (reached: KillStep) => {
    if (reached !== step) return;
    process.stdout.write(`${step}\n`);
    await new Promise(() => {});
  };
  const brightness = new BrightnessAnalyzer();
  const options = { role: 'worker' as const, databaseUrl: toStepUrl(databaseUrl, step), data };
  const storage = await openStorage(options);
  await startServiceOn(
    { ...storage, database: stopBetweenQueries(storage.database, stopAt) },
    {
      ...options,
      leaseMs: 2_000,
      allowPrivateUrls: true,
      limits: { outboundMs: 1_000 },
      analyzer: {
        async analyze(request) {
          await request.images[0]?.photo();
          await stopAt('photo-read');
          const result = await brightness.analyze(request);
          await stopAt('analyzed');
          return result;
        },
      },
    },
  );
}

/** Stops after the query that claims a job, after the statement that writes a result, and before the query that ends a callback. */
function stopBetweenQueries(database: Database, stopAt: (step: KillStep) => Promise<void>): Database {
  return {
    ...database,
    async query<Row extends object>(sql: string, ...rest: [(readonly unknown[])?, QueryOptions?]) {
      if (sql.includes('delete from callbacks')) await stopAt('callback-sent');
      const rows = await database.query<Row>(sql, ...rest);
      if (sql.startsWith('update jobs set leased_by = $1') && rows.length > 0) await stopAt('claimed');
      if (sql.includes('insert into callbacks')) await stopAt('result-written');
      return rows;
    },
  };
}

const [databaseUrl, data] = process.argv.slice(2);
if (process.argv[1]?.endsWith('workers-to-kill.ts') && databaseUrl !== undefined && data !== undefined)
  await Promise.all(KILL_STEPS.map((step) => startWorker(databaseUrl, data, step)));
