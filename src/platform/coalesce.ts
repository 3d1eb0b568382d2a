/**
 * Runs never overlap, and however often it is asked for while one is under way, one more follows:
 * twenty photos are twenty events, but a few reads.
 */
export function coalesced(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      running = false;
    }
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
