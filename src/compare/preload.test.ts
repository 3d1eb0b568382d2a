import { afterEach, expect, test, vi } from 'vitest';
import type { ComparisonSource } from './comparison.ts';
import { createComparisons } from './index.ts';

afterEach(() => void vi.unstubAllGlobals());

test('preload caches the report worker, which aligns photos', async () => {
  const cached: string[] = [];
  const cache = { match: async () => undefined, put: async (url: string) => void cached.push(url) };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', async () => new Response('script'));
  const comparisons = createComparisons({} as ComparisonSource, { workers: 'https://app.test/workers' });
  await comparisons.preload();
  expect(cached).toEqual(['https://app.test/workers/report.js']);
});
