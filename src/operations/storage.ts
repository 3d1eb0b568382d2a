import * as v from 'valibot';
import type { CallOptions } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { invalidField } from '../domain/check.ts';
import { type NormalizedResponse, normalizedResponse } from '../domain/entities.ts';
import { object } from '../domain/fields.ts';
import { KerbsideError, throwIfAborted } from '../errors.ts';
import { loadPart } from '../platform/load-part.ts';
import { inspectionEntity } from '../rules/read.ts';
import { notFound } from '../rules/state.ts';
import { isOutboxStore } from '../store/outbox-store.ts';
import type { StoreCounts } from '../store/store.ts';
import type { Archive } from './archive.ts';
import { type Host, loadInspection } from './host.ts';
import { sizeOf } from './storage-guard.ts';

export interface StorageUsage extends StoreCounts {
  /** Of the whole origin, as the browser estimates it; null where it does not tell. */
  usedBytes: number | null;
  /** How much it may become, by the browser or by `limits.storageBytes`, whichever is less. */
  quotaBytes: number | null;
  /** Whether the browser has promised not to throw the data away. */
  persisted: boolean;
  /** Since when inspections had been recorded here that the browser has thrown away; null where it has not. */
  lostSince: string | null;
}

export interface StorageApi {
  usage(options?: CallOptions): Promise<StorageUsage>;
  /** Asks the browser to keep the data under storage pressure; answers whether it will. */
  persist(options?: CallOptions): Promise<boolean>;
  /** One zip with the inspection's records, its photos and what was not sent yet. */
  export(inspectionId: string, options?: CallOptions): Promise<Blob>;
  /** Takes an export in, unsent operations included. Refuses (`conflict`) an inspection that is here already. */
  import(zip: Blob | ArrayBuffer | Uint8Array, options?: CallOptions): Promise<NormalizedResponse>;
  /**
   * Removes an inspection from this device for good. With changes that were not sent it is refused
   * (`unsent_changes`) unless `discardUnsent` says that they may be lost.
   */
  purge(inspectionId: string, options?: CallOptions & { discardUnsent?: boolean | undefined }): Promise<void>;
}

/** Zip files are rare: what reads and writes them is loaded when one is asked for. */
const archives = () => loadPart('reads and writes zip files', () => import('./archive.ts'));

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
      const given = checkId(inspectionId, 'inspectionId');
      const state = await loadInspection(host, given, checkOptions(options).signal);
      const { id } = state.inspection;
      const { packArchive } = await archives();
      for (;;) {
        const before = await store.load(id);
        const outbox = isOutboxStore(store)
          ? await store.outboxOf(id)
          : { operations: await store.operations({ inspectionId: id }) };
        const after = await store.load(id);
        if (!after) throw notFound('inspection', id);
        // Another tab may have changed it meanwhile: records and operations have to be of one moment.
        if (before?.version === after.version)
          return packArchive(after.state, outbox, (imageId) => store.photo(imageId), platform.sha256);
      }
    },

    async import(zip, options) {
      const { signal } = checkOptions(options);
      throwIfAborted(signal);
      const { unpackArchive } = await archives();
      const archive = await unpackArchive(await zipBytes(zip), platform.sha256);
      await refuseForeignPhotos(archive, host);
      await refuseForeignIds(archive, host);
      throwIfAborted(signal);
      const { id } = archive.state.inspection;
      await host.guard.withRoomFor(sizeOf(archive.photos), async () => {
        // A name of its own for each attempt: a second import is not the first one tried again.
        const attempt = `import:${id}:${platform.randomBytes(8).join('.')}`;
        const done = await store.commit({ id: attempt, expectedVersion: 0, ...archive });
        if (!done) {
          throw conflict(`Inspection ${id} is on this device already; purge it first to replace it.`, id);
        }
      });
      events.publish({ type: 'inspection.imported', inspectionId: id });
      return normalizedResponse({ inspections: { [id]: inspectionEntity(archive.state) } }, id);
    },

    async purge(inspectionId, options) {
      const given = checkId(inspectionId, 'inspectionId');
      const { signal, options: asked } = checkOptions(options, purgeOptions);
      const { id } = (await loadInspection(host, given, signal)).inspection;
      if (!(await store.purge(id, !asked.discardUnsent))) {
        throw new KerbsideError(
          'unsent_changes',
          `Inspection ${id} has changes that were not sent yet. Send or export them first, or purge with discardUnsent: true.`,
          { details: { inspectionId: id } },
        );
      }
      events.publish({ type: 'inspection.purged', inspectionId: id });
    },
  };
}

/** Photos are stored by image id: an archive that names another inspection's image would replace its photo. */
async function refuseForeignPhotos({ state, photos }: Archive, { store }: Host): Promise<void> {
  const inspectionId = state.inspection.id;
  for (const { imageId } of photos) {
    const stored = await store.photo(imageId);
    if (stored && stored.inspectionId !== inspectionId) {
      throw conflict(
        `Image ${imageId} of the file is on this device as part of inspection ${stored.inspectionId}.`,
        inspectionId,
      );
    }
  }
}

/** What the service calls another inspection's records is not for a file to say. */
async function refuseForeignIds({ state, outbox }: Archive, { store }: Host): Promise<void> {
  const inspectionId = state.inspection.id;
  const localIds = outbox.flatMap((change) => (change.type === 'map' ? [change.remoteId.localId] : []));
  const known = isOutboxStore(store) ? await store.remoteIds(localIds) : [];
  const foreign = known.find((one) => one.inspectionId !== inspectionId);
  if (!foreign) return;
  const { kind, localId, inspectionId: other } = foreign;
  throw conflict(
    `The file renames ${kind} ${localId}, which belongs to inspection ${other} here.`,
    inspectionId,
  );
}

function conflict(message: string, inspectionId: string): KerbsideError {
  return new KerbsideError('conflict', message, { details: { inspectionId } });
}

async function zipBytes(zip: unknown): Promise<Uint8Array> {
  try {
    if (zip instanceof Blob) return new Uint8Array(await zip.arrayBuffer());
    if (zip instanceof ArrayBuffer) return new Uint8Array(zip);
    if (zip instanceof Uint8Array) return zip;
  } catch (cause) {
    throw new KerbsideError('invalid_input', 'The file could not be read; choose it again.', {
      details: { path: 'zip' },
      cause,
    });
  }
  throw invalidField('zip', 'a Blob, ArrayBuffer or Uint8Array', typeof zip);
}
