import type { IdSource } from '../platform/id-source.ts';
import type { Platform } from '../platform/ports.ts';
import { createSlots } from '../platform/slots.ts';
import type { Estimator } from '../rules/estimator.ts';
import type { User } from '../rules/rule.ts';
import type { Store } from '../store/store.ts';
import { Changes } from './changes.ts';
import type { EventHub } from './events.ts';
import { createOrderedWork, type IngestPhotoDeps, type OrderedWork } from './ingest-photo.ts';
import { StorageGuard } from './storage-guard.ts';

/** The parts that every operation uses. A device has one host, a service has one per user. */
export interface Host {
  store: Store;
  changes: Changes;
  events: EventHub;
  platform: Platform;
  user: User;
  ingestDeps: IngestPhotoDeps;
  /** Reads photos in parallel, and records them in call order. */
  orderedPhotos: OrderedWork;
  guard: StorageGuard;
  /** ISO time of the first inspection in a database that the browser deleted. Undefined if nothing was lost. */
  lostSince?: string | undefined;
}

export interface HostParts {
  store: Store;
  events: EventHub;
  platform: Platform;
  user: User;
  ids: IdSource;
  /** The largest photo that is accepted, in bytes. */
  photoBytes: number;
  estimator: Estimator | undefined;
  loadRare: IngestPhotoDeps['loadRare'];
}

/** Photos that are downloaded at the same time. Each may be in memory as a whole. */
const MAX_DOWNLOADS = 4;
/** Photos of one inspection that are in memory at the same time. A phone cannot hold all photos of a selection. */
const MAX_PREPARED = 4;

/** Creates the host of a device, or of one user of a service. */
export function createHost(parts: HostParts): Host {
  const { store, events, platform, user, ids, photoBytes, estimator, loadRare } = parts;
  const { storage, now, monotonic } = platform;
  return {
    store,
    events,
    platform,
    user,
    ingestDeps: { platform, maxBytes: photoBytes, downloads: createSlots(MAX_DOWNLOADS), loadRare },
    orderedPhotos: createOrderedWork(MAX_PREPARED),
    guard: new StorageGuard({ storage, events, monotonic }),
    changes: new Changes({ store, events, user, ids, now, loadRare, ...(estimator && { estimator }) }),
  };
}
