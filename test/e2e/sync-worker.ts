import { openKerbside } from 'kerbside';
import { sendInBackground } from '../../src/service-worker/index.ts';
import { remoteSync } from '../../src/sync/index.ts';
import type { Session } from './sync-page.ts';

/** An app's service worker. Its address says who is signed in: it has no page to ask. */
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
