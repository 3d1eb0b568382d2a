import { openKerbside } from 'kerbside';
import { remoteSync } from '../../src/sync/index.ts';
import { seedOutbox } from './seed.ts';

declare global {
  interface Window {
    takeoverTab: {
      /** Fills a database and sends from it, or waits for the lock. `token` identifies the tab at the service. */
      open(options: { database: string; baseUrl: string; token: string; seed: number }): Promise<void>;
      /** True if it waits for the leader tab. */
      isNext(): Promise<boolean>;
    };
  }
}

window.takeoverTab = {
  async open({ database, baseUrl, token, seed }) {
    if (seed > 0) await seedOutbox(database, seed);
    await openKerbside({
      user: { id: 'bench' },
      database,
      sync: remoteSync({ baseUrl, getToken: () => token }),
    });
  },
  async isNext() {
    return ((await navigator.locks.query()).pending ?? []).some(({ name }) => name?.endsWith(':sender'));
  },
};
