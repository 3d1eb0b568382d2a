import type { Platform } from '../platform/ports.ts';
import type { Estimator } from '../rules/estimator.ts';
import type { IdSource } from '../rules/ids.ts';
import type { User } from '../rules/rule-context.ts';
import type { Store } from '../store/store.ts';
import { Changes } from './changes.ts';
import type { EventHub } from './events.ts';
import type { Host } from './host.ts';
import { StorageGuard } from './storage-guard.ts';

export interface HostParts {
  store: Store;
  events: EventHub;
  platform: Platform;
  user: User;
  ids: IdSource;
  photoBytes: number;
  estimator: Estimator | undefined;
}

/** For the device, or for one user of a service. */
export function createHost(parts: HostParts): Host {
  const { store, events, platform, user, ids, photoBytes, estimator } = parts;
  const { storage, now } = platform;
  return {
    store,
    events,
    platform,
    user,
    intake: { platform, maxBytes: photoBytes },
    guard: new StorageGuard({ storage, events, now }),
    changes: new Changes({
      store,
      events,
      user,
      ids,
      now,
      ...(estimator && { settled: estimator.settled }),
    }),
  };
}
