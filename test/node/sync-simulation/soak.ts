// npm run test:soak: a million schedules (SCHEDULES=…) on every core (PROCESSES=…), in blocks of ten thousand. Each time
// from a seed of its own; SEED=… FROM=… takes one up again where it was stopped.
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
const underWay = new Map<ChildProcess, number>();
let done = from;
let failure: string | undefined;

console.log(`${schedules} schedules from ${from} on, ${processes} processes: SEED=${seed} FROM=${from}`);
await Promise.all(Array.from({ length: processes }, runBlocks));
if (failure === undefined) console.log(`The guarantee held in all ${done - from}.`);
else {
  console.error(failure);
  process.exitCode = 1;
}

async function runBlocks(): Promise<void> {
  const child = fork(fileURLToPath(new URL('soak-block.ts', import.meta.url)));
  for (let block = waiting.shift(); block && failure === undefined; block = waiting.shift()) {
    underWay.set(child, block.seed);
    const result = await resultOf(child, block);
    underWay.delete(child);
    if (result.failure !== undefined) failure ??= `SEED=${block.seed}: ${result.failure}`;
    else tell(block.schedules);
  }
  child.disconnect();
}

function resultOf(child: ChildProcess, block: object): Promise<BlockResult> {
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

/** With where to go on: before the first block that is not done. */
function tell(schedulesDone: number): void {
  done += schedulesDone;
  const perSecond = Math.round((done - from) / ((performance.now() - start) / 1_000));
  const next = Math.min(waiting[0]?.seed ?? Number.POSITIVE_INFINITY, ...underWay.values());
  const goOn = Number.isFinite(next) ? `, go on with SEED=${seed} FROM=${(next - seed) * BLOCK}` : '';
  console.log(`${done} done, ${perSecond} a second${goOn}`);
}
