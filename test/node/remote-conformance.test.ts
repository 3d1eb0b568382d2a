import { afterAll, beforeAll, vi } from 'vitest';
import { ALL_PERMISSIONS, type RunningService } from '../../server/index.ts';
import { startService } from '../../server/test-support/start-service.ts';
import { createRemoteClient } from '../../src/remote/client.ts';
import { sleep } from '../../src/remote/poll.ts';
import { apiConformance } from '../conformance/api-conformance.suite.ts';
import { smallPhoto } from './support/photos.ts';

/** The remote client, over HTTP, against the reference service: the same suite as on the device. */

const A_SLOW_MACHINE = 180_000;
vi.setConfig({ testTimeout: A_SLOW_MACHINE, hookTimeout: A_SLOW_MACHINE });

let service: RunningService;
beforeAll(async () => {
  service = await startService({ limits: { requestsPerSecond: 10_000, burst: 10_000 } });
});
afterAll(() => service.close());

apiConformance('the reference service, through the remote client', {
  async open(user) {
    const token = await service.tokenFor(user, { permissions: ALL_PERMISSIONS });
    const client = createRemoteClient({
      baseUrl: service.url,
      getToken: () => token,
      sleep: (milliseconds, signal) => sleep(milliseconds / 100, signal),
    });
    return { ...client, close() {} };
  },
  photo: ({ seed, width, height }) => smallPhoto(seed, width, height),
});
