import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { remoteSync } from '../../src/sync/index.ts';

declare global {
  interface Window {
    syncTab: {
      /** `token` identifies the tab at the service. */
      open(baseUrl: string, token: string): Promise<void>;
      record(inspections: number): Promise<void>;
      left(): Promise<number>;
    };
  }
}

let kerbside: Kerbside;

window.syncTab = {
  async open(baseUrl, token) {
    const sync = remoteSync({ baseUrl, getToken: () => token, graceMs: 500 });
    kerbside = await openKerbside({ user: { id: 'ada' }, sync });
  },
  async record(inspections) {
    for (let n = 0; n < inspections; n += 1) {
      await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    }
  },
  async left() {
    const { operations } = await kerbside.sync.status();
    return Object.values(operations).reduce((sum, count) => sum + count, 0);
  },
};
