import * as v from 'valibot';
import { call, callsOf, implement } from '../domain/api/call-arguments.ts';
import type { CallOptions } from '../domain/api/inspection-api.ts';
import { id, object } from '../domain/fields.ts';
import { KerbsideError } from '../errors.ts';
import type { ImportResponse } from './archive/import-inspection.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';
import { loadRare } from './load-rare.ts';
import type { StorageUsage } from './storage-usage.ts';
import type { SupportSources } from './support/support-bundle.ts';
import type { SupportBundle } from './support/support-bundle-types.ts';

/** Storage of this device: usage, export, import and removal of inspections. */
export interface StorageApi {
  /**
   * Returns counts and sizes of what is stored.
   *
   * @throws `aborted` if the signal is aborted, and the codes of a failing store: `storage_unavailable`,
   * `storage_outdated`, `closed`.
   */
  usage(options?: CallOptions): Promise<StorageUsage>;
  /**
   * Asks the browser to keep the data under storage pressure.
   *
   * @returns Whether the browser agreed.
   * @throws `aborted` if the signal is aborted.
   */
  persist(options?: CallOptions): Promise<boolean>;
  /**
   * Writes an inspection to a zip file: records, photos and unsent operations.
   *
   * @param inspectionId - The local or remote id.
   * @returns The zip file.
   * @throws `not_found` if there is no such inspection, `unsupported` if its photos exceed the size limit of an import,
   * `aborted` if the signal is aborted.
   */
  export(inspectionId: string, options?: CallOptions): Promise<Blob>;
  /**
   * Imports a zip file of `export`.
   *
   * A file that this device exported restores the inspection with its ids and its unsent operations. Any other file, also
   * a changed one, becomes a copy: a new inspection of this user with new ids, which is sent to the service as a whole. It
   * is not connected to the original, even if the service has it. See docs/sync.md.
   *
   * @param options - `send: false` imports a copy of the records and sends nothing, for example to look at it.
   * Default: true.
   * @returns The imported inspection, and whether it is a copy.
   * @throws `invalid_input` if the file is not a complete export, `conflict` if the inspection, or a copy of the same
   * file, is already on this device, `storage_full` if it does not fit, `aborted` if the signal is aborted.
   */
  import(
    zip: Blob | ArrayBuffer | Uint8Array,
    options?: CallOptions & { send?: boolean | undefined },
  ): Promise<ImportResponse>;
  /**
   * Deletes an inspection with its photos and operations from this device.
   *
   * @param inspectionId - The local or remote id.
   * @param options - `discardUnsent: true` also deletes an inspection with unsent operations. Default: false.
   * @throws `unsent_changes` if the inspection has unsent operations, `not_found` if there is no such inspection,
   * `aborted` if the signal is aborted.
   */
  purge(inspectionId: string, options?: CallOptions & { discardUnsent?: boolean | undefined }): Promise<void>;
  /**
   * Returns what a bug report needs: browser, storage, states of inspections, outbox and engines, without personal data. It is
   * complete even if parts of it fail: `errors` names them.
   *
   * @throws `aborted` if the signal is aborted.
   * @example
   * ```ts
   * const bundle = await kerbside.storage.supportBundle();
   * await sendToSupport(JSON.stringify(bundle));
   * ```
   */
  supportBundle(options?: CallOptions): Promise<SupportBundle>;
}

const loadArchive = () => loadRare('reads and writes zip files');

const STORAGE_CALLS = callsOf<StorageApi>()({
  usage: call({}),
  persist: call({}),
  export: call({ inspectionId: id }),
  import: call({ zip: (value: unknown) => value as Blob }, object({ send: v.optional(v.boolean(), true) })),
  purge: call({ inspectionId: id }, object({ discardUnsent: v.optional(v.boolean(), false) })),
  supportBundle: call({}),
});

/**
 * @param prefix - The prefix of this database's notes.
 * @param getOtherSources - Returns what a support bundle reads outside of the store.
 */
export function storageOperations(
  host: Host,
  prefix: string,
  getOtherSources: () => Pick<SupportSources, 'readSyncStatus' | 'readEngines'>,
): StorageApi {
  const { store, platform, events } = host;
  const keyNote = `${prefix}:export-key`;
  const readUsage = async (): Promise<StorageUsage> => {
    const [counts, estimate, persisted] = await Promise.all([
      store.counts(),
      platform.storage.estimate(),
      platform.storage.isPersisted(),
    ]);
    return {
      ...counts,
      usedBytes: estimate?.usedBytes ?? null,
      quotaBytes: estimate?.quotaBytes ?? null,
      persisted,
      lostSince: host.lostSince ?? null,
    };
  };
  return implement(STORAGE_CALLS, {
    usage: readUsage,
    persist: () => platform.storage.persist(),

    async export({ inspectionId, signal }) {
      const { id: localId } = (await loadInspection(host, inspectionId, signal)).inspection;
      const { exportInspection } = await loadArchive();
      return exportInspection(host, localId, keyNote);
    },

    async import({ zip, options: { send }, signal }) {
      const { importInspection, toBlob } = await loadArchive();
      return importInspection(host, toBlob(zip), { send, signal, keyNote });
    },

    async purge({ inspectionId, options: { discardUnsent }, signal }) {
      const { id: localId } = (await loadInspection(host, inspectionId, signal)).inspection;
      if (!(await store.purge(localId, !discardUnsent))) {
        throw new KerbsideError(
          'unsent_changes',
          `Inspection ${localId} has unsent changes. Send or export them first, or purge with discardUnsent: true.`,
          { details: { inspectionId: localId } },
        );
      }
      events.publish({ type: 'inspection.purged', inspectionId: localId });
    },

    async supportBundle() {
      const { createSupportBundle } = await loadRare('makes bug reports');
      return createSupportBundle({ now: platform.now, store, readUsage, ...getOtherSources() });
    },
  });
}
