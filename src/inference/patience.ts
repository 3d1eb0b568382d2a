/** What has to happen before a worker can answer. */
export interface Awaited {
  /** Of models that it is handed. */
  loadBytes: number;
  /** How long this page took to fetch the runtime's files; a worker that finds none of them cached fetches them too. */
  runtimeMs: number;
  /** What a run of its models takes on the golden picture; absent before they were tried. */
  runMs?: number | undefined;
}

/** A hot or busy phone stands still for seconds; a worker that is silent for longer is taken for dead. */
const FLOOR_MS = 20_000;
/** A photo is larger than the golden picture, and one with text is read line by line. */
const GOLDEN_RUNS = 50;
/** A GPU compiles its programs in the first run. */
const UNTRIED_RUN_MS = 1_000;
const LOAD_BYTES_PER_MS = 500;

/** How long to wait for a worker, in milliseconds. It fails twice before its engine is given up. */
export function patienceFor({ loadBytes, runtimeMs, runMs = UNTRIED_RUN_MS }: Awaited): number {
  const run = Math.max(FLOOR_MS, GOLDEN_RUNS * runMs);
  return Math.round(run + loadBytes / LOAD_BYTES_PER_MS + 2 * runtimeMs);
}
