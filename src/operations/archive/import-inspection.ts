import { type NormalizedResponse, normalizedResponse } from '../../domain/records/entities.ts';
import { KerbsideError, throwIfAborted } from '../../errors.ts';
import { toContentId } from '../../platform/id-source.ts';
import { copyInspection } from '../../rules/copy-inspection.ts';
import { type Decision, decide, type RuleContext, type StoredPhoto } from '../../rules/rule.ts';
import { toInspection } from '../../rules/to-entities.ts';
import type { Host } from '../host.ts';
import { loadByAnyId } from '../load-inspection.ts';
import { createExportSigner } from './signature.ts';
import { type Archive, unpackArchive } from './unpack-archive.ts';
import { measurePhotos, unpackPhotos } from './unpack-photos.ts';
import { ZipReader } from './zip-reader.ts';

/** The response of `storage.import`. */
export interface ImportResponse extends NormalizedResponse {
  /** True if the file was not exported by this device: the inspection has new ids, and is new to the service. */
  isCopy: boolean;
}

interface ImportOptions {
  /** Whether a copy is sent to the service. If false, the import is a copy in any case. */
  send: boolean;
  signal: AbortSignal | undefined;
  /** The name of the note that keeps the key of this device's exports. */
  keyNote: string;
}

/**
 * Imports a zip file in one commit.
 *
 * @throws `invalid_input` if the file is not a complete export, `conflict` if the inspection, or a copy of the same file,
 * is already on this device, `storage_full` if it does not fit, `aborted` if the signal is aborted.
 */
export async function importInspection(
  host: Host,
  file: Blob,
  { send, signal, keyNote }: ImportOptions,
): Promise<ImportResponse> {
  const { platform, guard, changes, store } = host;
  const { sha256 } = platform;
  const { isOwn } = createExportSigner(platform, keyNote);
  const zip = await ZipReader.open(file);
  const archive = await unpackArchive(zip, { sha256, isOwn });
  const isCopy = !archive.own || !send;
  const id = isCopy ? createCopyId(archive, platform.now()) : archive.state.inspection.id;
  if (await store.load(id)) throw alreadyImportedError(id);
  const createDecision = isCopy ? await prepareCopy(host, archive, id, send) : prepareOriginal(archive);
  const limits = { photoBytes: host.ingestDeps.maxBytes, zipBytes: file.size };
  return guard.reserveSpace(measurePhotos(zip, archive, limits), async () => {
    throwIfAborted(signal);
    const photos = await unpackPhotos(zip, archive, limits, sha256);
    const response = await changes.create((context) => createDecision(photos, context), signal);
    return { ...response, isCopy };
  });
}

type CreateDecision = (photos: StoredPhoto[], context: RuleContext) => Decision<NormalizedResponse>;

function prepareOriginal({ state, own }: Archive): CreateDecision {
  const { id } = state.inspection;
  const response = normalizedResponse({ inspections: { [id]: toInspection(state) } }, id);
  const events = [{ type: 'inspection.imported', inspectionId: id } as const];
  return (photos) => decide(state, response, { ...own, photos, events });
}

async function prepareCopy(
  { store }: Host,
  { state }: Archive,
  id: string,
  send: boolean,
): Promise<CreateDecision> {
  const { relatedInspectionId: related } = state.inspection;
  const keepsRelated = related !== undefined && (await loadByAnyId(store, related)) !== undefined;
  return (photos, context) => copyInspection({ state, photos }, { id, send, keepsRelated }, context);
}

/** The id depends on the content: a second import of the same file is a conflict, not a second copy. */
function createCopyId({ state, hash }: Archive, now: number): string {
  const createdAt = Date.parse(state.inspection.createdAt);
  return toContentId(Math.max(0, Math.min(createdAt, now)), hash);
}

function alreadyImportedError(inspectionId: string): KerbsideError {
  return new KerbsideError(
    'conflict',
    `Inspection ${inspectionId} is already on this device. Purge it before you import it.`,
    { details: { inspectionId } },
  );
}
