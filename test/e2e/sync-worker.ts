import { openKerbside } from 'kerbside';
import { sendInBackground } from '../../src/service-worker/index.ts';
import { remoteSync } from '../../src/sync/index.ts';
import type { Session } from './sync-page.ts';

/** The service worker of an app. Its URL contains the session, because it may run without a page. */
const session: Session = JSON.parse(atob(decodeURIComponent(location.search.slice(1))));
const { userId, baseUrl, token } = session;

sendInBackground(
  () =>
    openKerbside({
      user: { id: userId },
      database: 'sync',
      sync: remoteSync({ baseUrl, getToken: () => token, upload: { adaptive: false } }),
    }),
  { database: 'sync' },
);
