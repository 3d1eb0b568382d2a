import 'fake-indexeddb/auto';
import { openKerbside } from '../../../src/kerbside.ts';
import { apiConformance } from '../../conformance/api-conformance.suite.ts';
import { smallPhoto } from '../support/photos.ts';
import { SharedMemoryStore } from '../support/shared-memory-store.ts';

const photo = ({ seed, width, height }: { seed: number; width: number; height: number }) =>
  smallPhoto(seed, width, height);

const shared = new SharedMemoryStore();
apiConformance('a device with a memory store', {
  open: (user) => openKerbside({ user, store: shared, database: 'in-memory' }),
  photo,
});

apiConformance('a device in Node with IndexedDB', {
  open: (user) => openKerbside({ user, database: 'conformance' }),
  photo,
});
