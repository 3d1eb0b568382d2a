import type { Inference } from './inference.ts';

/**
 * Creates an inference whose code is still loading, so that records are available earlier.
 *
 * Every call waits for the code. If it cannot be loaded, the call rejects with the reason, and the next call loads it
 * again.
 */
export function createLazyInference(load: () => Promise<Inference>): Inference {
  let loading: Promise<Inference> | undefined;
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  loaded().catch(() => {}); // the calls reject with it
  return {
    analyzer: {
      supports: async (task) => (await loaded()).analyzer.supports(task),
      analyze: async (request) => (await loaded()).analyzer.analyze(request),
      reanalyze: async (request) => (await loaded()).analyzer.reanalyze(request),
      assess: async (image, signal) => (await loaded()).analyzer.assess(image, signal),
      assessCoverage: async (image, signal) => (await loaded()).analyzer.assessCoverage(image, signal),
    },
    engines: async (options) => (await loaded()).engines(options),
    preload: async (tasks, signal) => (await loaded()).preload(tasks, signal),
    frames: async () => (await loaded()).frames(),
    async close() {
      const inference = await loading?.catch(() => undefined);
      await inference?.close();
    },
  };
}
