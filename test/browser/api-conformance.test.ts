import { openKerbside } from '../../src/kerbside.ts';
import { apiConformance } from '../conformance/api-conformance.suite.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';

apiConformance('a device in a browser', {
  open: (user) => openKerbside({ user, database: 'conformance' }),
  photo: browserPhoto,
});
