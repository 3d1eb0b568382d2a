import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoopResult } from './closed-loop.ts';
import type { WrittenRow } from './rows-of-request.ts';

/** What a process inserts. */
export interface BareJob {
  databaseUrl: string;
  connections: number;
  /** The rows of each request. Each request is a transaction of its own. */
  requests: readonly (readonly WrittenRow[])[];
}

/** What a process did, and the processor seconds that it took. */
export interface BareReport {
  loop: LoopResult;
  cpuSeconds: number;
}

export interface BareProcesses {
  /** Inserts for this long, in all processes at once. */
  run(seconds: number): Promise<BareReport[]>;
  stop(): void;
}

const PROGRAM = fileURLToPath(new URL('bare-process.ts', import.meta.url));

/** Starts processes that insert the same rows as fast as they can: what the service is compared with. */
export function startBareProcesses(count: number, job: BareJob): BareProcesses {
  const children = Array.from({ length: count }, () => {
    const child = fork(PROGRAM, { execArgv: ['--import', 'tsx'] });
    child.send(job);
    return child;
  });
  return {
    run: (seconds) =>
      Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit').then(([code]) => {
            throw new Error(`A process that inserts ended with ${code}.`);
          });
          ended.catch(() => {}); // it is stopped later
          child.send(seconds);
          const [report] = await Promise.race([once(child, 'message'), ended]);
          return report as BareReport;
        }),
      ),
    stop() {
      for (const child of children) child.kill();
    },
  };
}
