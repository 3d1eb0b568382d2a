/** What has to happen before a worker can answer. */
export interface Awaited {
  /** Of models that it is handed. */
  loadBytes: number;
  /** How long this page took to fetch the runtime's files; a worker that finds none of them cached fetches them too. */
  runtimeMs: number;
  /** What a run of its models takes on the golden picture; absent before they were tried. */
  runMs?: number | undefined;
}

/**
 * A hot or busy phone stands still for seconds, and Chromium lets a request wait up to 20 s for another one that is
 * writing the same file to its cache; a worker that is silent for longer is taken for dead.
 */
const FLOOR_MS = 30_000;
/** A photo is larger than the golden picture, and one with text is read line by line. */
const GOLDEN_RUNS = 50;
/** A GPU compiles its programs in the first run. */
const UNTRIED_RUN_MS = 1_000;
/** A fresh worker: seen to take 8 s instead of a quarter of one right after another has died. */
const LOAD_MS = 30_000;
const LOAD_BYTES_PER_MS = 500;

/** How long to wait for a worker, in milliseconds. It fails twice before its engine is given up. */
export function patienceFor({ loadBytes, runtimeMs, runMs = UNTRIED_RUN_MS }: Awaited): number {
  const run = Math.max(FLOOR_MS, GOLDEN_RUNS * runMs);
  const load = loadBytes > 0 ? LOAD_MS + loadBytes / LOAD_BYTES_PER_MS : 0;
  return Math.round(run + load + 2 * runtimeMs);
}
