/**
 * Returns a function that runs `work` and coalesces calls: runs never overlap, and any number of calls during a run
 * cause one more run after it. 20 photos emit 20 events but need only a few reads.
 *
 * @param getPauseMs - Returns the least time between the end of a run and the start of the next. Default: 0.
 */
export function coalesce(work: () => Promise<void>, getPauseMs = () => 0): () => void {
  let isRunning = false;
  let runAgain = false;
  const run = async () => {
    isRunning = true;
    try {
      do {
        runAgain = false;
        await work();
        const pauseMs = getPauseMs();
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
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
