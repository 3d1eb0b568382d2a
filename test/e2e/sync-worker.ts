import { openKerbside } from 'kerbside';
import { sendInBackground } from '../../src/sw.ts';
import { remoteSync } from '../../src/sync/index.ts';

/** An app's service worker. Its address says who is signed in: it has no page to ask. */
const session = new URL(location.href).searchParams;
const told = (name: string) => session.get(name) ?? '';

sendInBackground(
  () =>
    openKerbside({
      user: { id: told('userId') },
      database: 'sync',
      sync: remoteSync({
        baseUrl: told('baseUrl'),
        getToken: () => told('token'),
        upload: { adaptive: false },
      }),
    }),
  { database: 'sync' },
);
