import type { SyncApi } from '../domain/sync.ts';
import { KerbsideError } from '../errors.ts';
import type { Host } from './host.ts';
import type { TaskRouting } from './run-task.ts';

/** What sync needs of its surroundings besides the host. */
export interface SyncEnvironment {
  /** Begins the names of everything that tabs of this database share. */
  lockPrefix: string;
  exportInspection(inspectionId: string): Promise<Blob>;
}

export interface Sync {
  api: SyncApi;
  /** Where tasks run. */
  routing?: TaskRouting;
  start(): void;
  close(): void;
}

/** Makes the part that talks to a remote service; `remoteSync` of `kerbside/sync` is one. */
export type SyncFactory = (host: Host, around: SyncEnvironment) => Sync;

const refuse = async (): Promise<never> => {
  throw new KerbsideError(
    'unsupported',
    'Nothing is sent from here: open Kerbside with `sync: remoteSync({ baseUrl, getToken })` of kerbside/sync.',
  );
};

export const noSync: SyncApi = {
  status: refuse,
  statusOf: refuse,
  flush: refuse,
  retry: refuse,
  discard: refuse,
  export: refuse,
};
