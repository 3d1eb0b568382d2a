// npm run test:soak: runs 1,000,000 schedules (SCHEDULES=…) on every core (PROCESSES=…), in blocks of 10,000. Each run has
// a new seed. SEED=… FROM=… continues a run that was stopped.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { BlockResult } from './soak-block.ts';

const BLOCK = 10_000;
const { env } = process;
const schedules = Number(env.SCHEDULES ?? 1_000_000);
const seed = Number(env.SEED ?? Date.now() % 2 ** 31);
const from = Number(env.FROM ?? 0);
const processes = Number(env.PROCESSES ?? availableParallelism());

const start = performance.now();
const waiting: { seed: number; schedules: number }[] = [];
for (let at = from; at < schedules; at += BLOCK)
  waiting.push({ seed: seed + at / BLOCK, schedules: Math.min(BLOCK, schedules - at) });
const running = new Map<ChildProcess, number>();
let done = from;
let failure: string | undefined;

console.log(`${schedules} schedules from ${from}, ${processes} processes: SEED=${seed} FROM=${from}`);
await Promise.all(Array.from({ length: processes }, runBlocks));
if (failure === undefined) console.log(`The guarantee held in all ${done - from} schedules.`);
else {
  console.error(failure);
  process.exitCode = 1;
}

async function runBlocks(): Promise<void> {
  const child = fork(fileURLToPath(new URL('soak-block.ts', import.meta.url)));
  for (let block = waiting.shift(); block && failure === undefined; block = waiting.shift()) {
    running.set(child, block.seed);
    const result = await runBlock(child, block);
    running.delete(child);
    if (result.failure !== undefined) failure ??= `SEED=${block.seed}: ${result.failure}`;
    else printProgress(block.schedules);
  }
  child.disconnect();
}

function runBlock(child: ChildProcess, block: object): Promise<BlockResult> {
  return new Promise((resolve) => {
    const ended = (code: number | null) => resolve({ failure: `the process ended with ${code}` });
    child.once('exit', ended);
    child.once('message', (result) => {
      child.off('exit', ended);
      resolve(result as BlockResult);
    });
    child.send(block);
  });
}

/** Prints the progress and how to continue from the first unfinished block. */
function printProgress(schedulesDone: number): void {
  done += schedulesDone;
  const perSecond = Math.round((done - from) / ((performance.now() - start) / 1_000));
  const next = Math.min(waiting[0]?.seed ?? Number.POSITIVE_INFINITY, ...running.values());
  const hint = Number.isFinite(next) ? `, continue with SEED=${seed} FROM=${(next - seed) * BLOCK}` : '';
  console.log(`${done} done, ${perSecond} per second${hint}`);
}
