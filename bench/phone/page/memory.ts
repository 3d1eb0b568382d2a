import type { Measurement } from '../result.ts';

interface PerformanceWithMemory {
  measureUserAgentSpecificMemory?(): Promise<{ bytes: number }>;
  memory?: { usedJSHeapSize: number };
}

/** Chromium measures with its next garbage collection, which may be 20 s away. */
const PATIENCE_MS = 30_000;

/** What page and workers hold now, as far as this browser tells. */
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
  return { source: 'the browser does not tell' };
}

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}
