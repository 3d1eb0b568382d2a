import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { openKerbside } from '../../../src/kerbside.ts';
import { createLocks } from '../../../src/platform/locks.ts';
import { SCHEMA_VERSION } from '../../../src/store/indexeddb/schema.ts';
import { remoteSync } from '../../../src/sync/index.ts';

test('flush rejects if a newer version of the app upgraded the database and no tab of it is open', async () => {
  const kerbside = await openKerbside({
    user: { id: 'ada' },
    database: 'upgraded',
    platform: { locks: createLocks(undefined) },
    sync: remoteSync({ baseUrl: 'https://service.example/v1', getToken: () => 'token' }),
  });
  await kerbside.sync.flush();
  (await openDB('upgraded', SCHEMA_VERSION + 1)).close(); // the newer tab is closed again: nobody sends
  const paused = new Promise((resolve) => kerbside.on('sync.paused', resolve));
  void kerbside.sync.flush().catch(() => {}); // the sender finds out
  await paused;
  await expect(kerbside.sync.flush()).rejects.toMatchObject({ code: 'storage_outdated' });
  await kerbside.close();
});
