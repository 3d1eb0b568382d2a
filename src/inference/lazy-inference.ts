import type { Inference } from './inference.ts';

/**
 * Inference whose code is on its way: records do not wait for it. What needs it waits, or fails with the reason why it
 * could not be loaded; the next that needs it tries again.
 */
export function inferenceWhenLoaded(load: () => Promise<Inference>): Inference {
  let loading: Promise<Inference> | undefined;
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  loaded().catch(() => {}); // told to who needs it
  return {
    analyzer: {
      supports: async (task) => (await loaded()).analyzer.supports(task),
      analyze: async (request) => (await loaded()).analyzer.analyze(request),
      assess: async (image, signal) => (await loaded()).analyzer.assess(image, signal),
      assessCoverage: async (image, signal) => (await loaded()).analyzer.assessCoverage(image, signal),
    },
    engines: async (options) => (await loaded()).engines(options),
    preload: async (tasks, signal) => (await loaded()).preload(tasks, signal),
    close: () =>
      void loading?.then(
        (inference) => inference.close(),
        () => {},
      ),
  };
}
