import { vi } from 'vitest';

/** Repeats the check until it passes. On timeout it fails with the check's last error. */
export function waitUntil<T>(check: () => Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 100_000, interval: 50 });
}
