import type { Measurement } from '../result.ts';

interface PerformanceWithMemory {
  measureUserAgentSpecificMemory?(): Promise<{ bytes: number }>;
  memory?: { usedJSHeapSize: number };
}

/** Chromium measures at its next garbage collection, after up to 20 s. */
const PATIENCE_MS = 30_000;

/** The current memory of page and workers, if the browser provides it. */
export async function memoryNow(signal: AbortSignal): Promise<Measurement['memory']> {
  const extended = performance as PerformanceWithMemory;
  if (globalThis.crossOriginIsolated && extended.measureUserAgentSpecificMemory) {
    const measured = await Promise.race([
      extended.measureUserAgentSpecificMemory().catch(() => undefined),
      ended(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])),
    ]);
    if (measured) return { megabytes: measured.bytes / 2 ** 20, source: 'page and workers' };
  }
  if (extended.memory)
    return {
      megabytes: extended.memory.usedJSHeapSize / 2 ** 20,
      source: 'the page alone, without its workers',
    };
  return { source: 'not provided by the browser' };
}

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}
