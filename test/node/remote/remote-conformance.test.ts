import { ALL_PERMISSIONS } from '../../../server/index.ts';
import { createRemoteClient } from '../../../src/remote/client.ts';
import { sleep } from '../../../src/remote/poll.ts';
import { apiConformance } from '../../conformance/api-conformance.suite.ts';
import { smallPhoto } from '../support/photos.ts';
import { useService } from '../support/use-service.ts';

/** The remote client, over HTTP, against the reference service: the same suite as on the device. */

const service = useService();

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
  isService: true,
  photo: ({ seed, width, height }) => smallPhoto(seed, width, height),
});
