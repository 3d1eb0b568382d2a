import type { SyncApi } from '../domain/sync.ts';
import { KerbsideError } from '../errors.ts';
import type { Host } from './host.ts';
import type { TaskRouting } from './run-task.ts';

/** What sync needs in addition to the host. */
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
  /** What the app gets as `kerbside.sync`. */
  api: SyncApi;
  /**
   * Decides where tasks run.
   *
   * @default all tasks run on the device
   */
  routing?: TaskRouting;
  /** Starts sending. Called once, after Kerbside is open. */
  start(): void;
  /** Stops sending. Unsent operations stay in the outbox. */
  close(): void;
}

/**
 * Creates the sync of a Kerbside instance. `remoteSync` of `kerbside/sync` returns one.
 *
 * @param host - The parts that all operations use.
 * @param environment - Names and functions of the instance.
 */
export type SyncFactory = (host: Host, environment: SyncEnvironment) => Sync;

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
