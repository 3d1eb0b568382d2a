import * as v from 'valibot';
import type { CallOptions } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { invalidField } from '../domain/check.ts';
import { type NormalizedResponse, normalizedResponse } from '../domain/entities.ts';
import { object } from '../domain/fields.ts';
import { KerbsideError, throwIfAborted } from '../errors.ts';
import { loadChunk } from '../platform/load-chunk.ts';
import { notFoundError } from '../rules/state.ts';
import { toInspection } from '../rules/to-entities.ts';
import { isOutboxStore } from '../store/outbox-store.ts';
import type { StoreCounts } from '../store/store.ts';
import type { Archive } from './archive.ts';
import type { Host } from './host.ts';
import { loadInspection } from './load-inspection.ts';
import { sumPhotoBytes } from './storage-guard.ts';

/** What this device stores, and how much space it has. */
export interface StorageUsage extends StoreCounts {
  /** Bytes used by the whole origin, as estimated by the browser. Null if the browser gives no estimate. */
  usedBytes: number | null;
  /** The smaller of the browser's quota and `limits.storageBytes`. Null if the browser gives no estimate. */
  quotaBytes: number | null;
  /** Whether the browser keeps the data under storage pressure. */
  persisted: boolean;
  /** ISO time of the first inspection that the browser deleted with the database. Null if nothing was lost. */
  lostSince: string | null;
}

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
   * Imports a zip file of `export`, including its unsent operations.
   *
   * @returns The imported inspection.
   * @throws `invalid_input` if the file is not a complete export, `conflict` if the inspection or one of its images is
   * already on this device, `storage_full` if it does not fit, `aborted` if the signal is aborted.
   */
  import(zip: Blob | ArrayBuffer | Uint8Array, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Deletes an inspection with its photos and operations from this device.
   *
   * @param inspectionId - The local or remote id.
   * @param options - `discardUnsent: true` also deletes an inspection with unsent operations. Default: false.
   * @throws `unsent_changes` if the inspection has unsent operations, `not_found` if there is no such inspection,
   * `aborted` if the signal is aborted.
   */
  purge(inspectionId: string, options?: CallOptions & { discardUnsent?: boolean | undefined }): Promise<void>;
}

/** Loaded on demand: most apps never read or write a zip file. */
const loadArchiveModule = () => loadChunk('reads and writes zip files', () => import('./archive.ts'));

const purgeOptions = object({ discardUnsent: v.optional(v.boolean(), false) });

export function storageOperations(host: Host): StorageApi {
  const { store, platform, events } = host;
  return {
    async usage(options) {
      const { signal } = checkOptions(options);
      throwIfAborted(signal);
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
    },

    async persist(options) {
      throwIfAborted(checkOptions(options).signal);
      return platform.storage.persist();
    },

    async export(inspectionId, options) {
      const anyId = checkId(inspectionId, 'inspectionId');
      const state = await loadInspection(host, anyId, checkOptions(options).signal);
      const { id } = state.inspection;
      const { packArchive } = await loadArchiveModule();
      for (;;) {
        const before = await store.load(id);
        const outbox = isOutboxStore(store)
          ? await store.outboxOf(id)
          : { operations: await store.operations({ inspectionId: id }) };
        const after = await store.load(id);
        if (!after) throw notFoundError('inspection', id);
        // Records and operations must be of the same version. Another tab may have changed them in between.
        if (before?.version === after.version)
          return packArchive(after.state, outbox, (imageId) => store.photo(imageId), platform.sha256);
      }
    },

    async import(zip, options) {
      const { signal } = checkOptions(options);
      throwIfAborted(signal);
      const { unpackArchive } = await loadArchiveModule();
      const archive = await unpackArchive(await readZip(zip), platform.sha256);
      await rejectForeignPhotos(archive, host);
      await rejectForeignIds(archive, host);
      throwIfAborted(signal);
      const { id } = archive.state.inspection;
      await host.guard.reserveSpace(sumPhotoBytes(archive.photos), async () => {
        // A unique commit id: a second import is a conflict, not a retry of the first.
        const commitId = `import:${id}:${platform.randomBytes(8).join('.')}`;
        const isDone = await store.commit({ id: commitId, expectedVersion: 0, ...archive });
        if (!isDone) {
          throw conflictError(
            `Inspection ${id} is already on this device. Purge it before you import it.`,
            id,
          );
        }
      });
      events.publish({ type: 'inspection.imported', inspectionId: id });
      return normalizedResponse({ inspections: { [id]: toInspection(archive.state) } }, id);
    },

    async purge(inspectionId, options) {
      const anyId = checkId(inspectionId, 'inspectionId');
      const {
        signal,
        options: { discardUnsent },
      } = checkOptions(options, purgeOptions);
      const { id } = (await loadInspection(host, anyId, signal)).inspection;
      if (!(await store.purge(id, !discardUnsent))) {
        throw new KerbsideError(
          'unsent_changes',
          `Inspection ${id} has unsent changes. Send or export them first, or purge with discardUnsent: true.`,
          { details: { inspectionId: id } },
        );
      }
      events.publish({ type: 'inspection.purged', inspectionId: id });
    },
  };
}

/** Photos are stored by image id. Without this check, an import could replace a photo of another inspection. */
async function rejectForeignPhotos({ state, photos }: Archive, { store }: Host): Promise<void> {
  const inspectionId = state.inspection.id;
  for (const { imageId } of photos) {
    const stored = await store.photo(imageId);
    if (stored && stored.inspectionId !== inspectionId) {
      throw conflictError(
        `Image ${imageId} of the file already belongs to inspection ${stored.inspectionId} on this device.`,
        inspectionId,
      );
    }
  }
}

/** An import must not change the remote ids of other inspections. */
async function rejectForeignIds({ state, outbox }: Archive, { store }: Host): Promise<void> {
  const inspectionId = state.inspection.id;
  const localIds = outbox.flatMap((change) => (change.type === 'map' ? [change.remoteId.localId] : []));
  const mappings = isOutboxStore(store) ? await store.remoteIds(localIds) : [];
  const foreign = mappings.find((one) => one.inspectionId !== inspectionId);
  if (!foreign) return;
  const { kind, localId, inspectionId: other } = foreign;
  throw conflictError(
    `The file has a remote id for ${kind} ${localId}, which belongs to inspection ${other} on this device.`,
    inspectionId,
  );
}

function conflictError(message: string, inspectionId: string): KerbsideError {
  return new KerbsideError('conflict', message, { details: { inspectionId } });
}

async function readZip(zip: unknown): Promise<Uint8Array> {
  try {
    if (zip instanceof Blob) return new Uint8Array(await zip.arrayBuffer());
    if (zip instanceof ArrayBuffer) return new Uint8Array(zip);
    if (zip instanceof Uint8Array) return zip;
  } catch (cause) {
    throw new KerbsideError('invalid_input', 'The file cannot be read. Select it again.', {
      details: { path: 'zip' },
      cause,
    });
  }
  throw invalidField('zip', 'a Blob, ArrayBuffer or Uint8Array', typeof zip);
}
