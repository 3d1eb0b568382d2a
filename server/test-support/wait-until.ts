import { vi } from 'vitest';

/** Asks again and again until the check holds; a test that waits in vain fails with what the check last said. */
export function waitUntil<T>(check: () => Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 100_000, interval: 50 });
}
