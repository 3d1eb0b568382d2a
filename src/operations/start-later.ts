interface Runner {
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a runner as soon as its code is loaded, without waiting for it. If the code cannot be loaded, the runner starts
 * with the next start of the app.
 *
 * @param load - Loads the code and creates the runner.
 */
export function startLater(load: () => Promise<Runner>): { close(): Promise<void> } {
  const stop = new AbortController();
  let runner: Runner | undefined;
  const start = async () => {
    const loaded = await load();
    if (stop.signal.aborted) return;
    runner = loaded;
    await runner.start();
  };
  start().catch(() => {});
  return {
    async close() {
      stop.abort();
      await runner?.close();
    },
  };
}
