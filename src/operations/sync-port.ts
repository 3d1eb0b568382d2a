import type { SyncApi } from '../domain/api/sync-status.ts';
import { KerbsideError } from '../errors.ts';
import type { Host } from './host.ts';
import type { TaskRouting } from './run-task.ts';

/** The environment of sync besides the host. */
export interface SyncEnvironment {
  /** Prefix of the lock and channel names that the tabs of this database share. */
  lockPrefix: string;
  /**
   * Writes an inspection with its photos and unsent operations to a zip file.
   *
   * @throws `not_found` if there is no such inspection.
   */
  exportInspection(inspectionId: string): Promise<Blob>;
}

/** The part that sends the outbox to a remote service. */
export interface Sync {
  /** The API of `kerbside.sync`. */
  api: SyncApi;
  /**
   * Decides where tasks run.
   *
   * @default all tasks run on the device
   */
  routing?: TaskRouting;
  /** Starts sending. Called once, after Kerbside is open. */
  start(): void;
  /**
   * Stops sending. Unsent operations stay in the outbox.
   *
   * @returns A promise that resolves when nothing more is sent and the locks are released.
   */
  close(): void | Promise<void>;
}

/** Connects a Kerbside instance to a remote service. `remoteSync` of `kerbside/sync` returns one; do not call it yourself. */
export interface SyncFactory {
  /**
   * Creates the sync of an instance.
   *
   * @internal
   */
  (host: Host, environment: SyncEnvironment): Sync;
}

const throwUnsupported = async (): Promise<never> => {
  throw new KerbsideError(
    'unsupported',
    'Sync is not configured. Open Kerbside with `sync: remoteSync({ baseUrl, getToken })` of kerbside/sync.',
  );
};

/** The sync API of an instance without sync: every call throws `unsupported`. */
export const disabledSync: SyncApi = {
  status: throwUnsupported,
  statusOf: throwUnsupported,
  flush: throwUnsupported,
  retry: throwUnsupported,
  discard: throwUnsupported,
  export: throwUnsupported,
};
