/** More threads than this wait for each other: one run of a nano model is short. */
const MOST = 4;

/**
 * Threads for the WASM runtime: one for each core that nobody else works on. Its threads wait by spinning, so that
 * two of them on busy cores were three times as slow as one. `load` is the machine's load average, 0 where unknown.
 */
export function threadCount(cores: number, load: number): number {
  return Math.max(1, Math.min(MOST, Math.round(cores - load)));
}
