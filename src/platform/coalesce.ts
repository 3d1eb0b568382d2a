/**
 * Returns a function that runs `work` and coalesces calls: runs never overlap, and any number of calls during a run
 * cause one more run after it. 20 photos emit 20 events but need only a few reads.
 */
export function coalesce(work: () => Promise<void>): () => void {
  let isRunning = false;
  let runAgain = false;
  const run = async () => {
    isRunning = true;
    try {
      do {
        runAgain = false;
        await work();
      } while (runAgain);
    } finally {
      isRunning = false;
    }
  };
  return () => {
    if (isRunning) runAgain = true;
    else void run();
  };
}
