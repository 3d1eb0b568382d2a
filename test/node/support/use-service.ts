import { afterAll, beforeAll, vi } from 'vitest';
import type { RunningService, ServiceOptions } from '../../../server/index.ts';
import { startService } from '../../../server/test-support/start-service.ts';

const A_SLOW_MACHINE = 180_000;

/** Starts a reference service for all tests of a file, over HTTP, without a rate limit. */
export function useService(options: ServiceOptions = {}): Omit<RunningService, 'close'> {
  vi.setConfig({ testTimeout: A_SLOW_MACHINE, hookTimeout: A_SLOW_MACHINE });
  let running: RunningService | undefined;
  const service = () => {
    if (!running) throw new Error('The service is available in tests and hooks only.');
    return running;
  };
  beforeAll(async () => {
    running = await startService({ limits: { requestsPerSecond: 10_000, burst: 10_000 }, ...options });
  });
  afterAll(() => running?.close());
  return {
    get url() {
      return service().url;
    },
    tokenFor: (...whom) => service().tokenFor(...whom),
  };
}
