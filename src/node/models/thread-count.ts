import { availableParallelism, loadavg } from 'node:os';

/** More threads would wait for each other: one run of a nano model is short. */
const MAX_THREADS = 4;

/**
 * Returns the number of threads for the WASM runtime: one per idle core, at most 4.
 *
 * Its threads wait by spinning: on busy cores, 2 threads took 3 times as long as one.
 *
 * @param load - The load average of the machine, or 0 if unknown.
 */
export function chooseThreadCount(cores: number, load: number): number {
  return Math.max(1, Math.min(MAX_THREADS, Math.round(cores - load)));
}

/** Returns the number of threads for this machine at its current load. */
export function defaultThreadCount(): number {
  return chooseThreadCount(availableParallelism(), loadavg()[0] ?? 0);
}
