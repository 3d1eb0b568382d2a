import { type NormalizedResponse, normalizedResponse } from '../../domain/entities.ts';
import { KerbsideError, throwIfAborted } from '../../errors.ts';
import { toContentId } from '../../platform/id-source.ts';
import { copyInspection } from '../../rules/copy-inspection.ts';
import { decide, type RuleContext } from '../../rules/rule.ts';
import { toInspection } from '../../rules/to-entities.ts';
import type { Host } from '../host.ts';
import { loadByAnyId } from '../load-inspection.ts';
import { sumPhotoBytes } from '../storage-guard.ts';
import { type Archive, unpackArchive } from './archive.ts';
import { createExportSigner } from './signature.ts';

/** What `storage.import` returns. */
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
  zip: Uint8Array,
  { send, signal, keyNote }: ImportOptions,
): Promise<ImportResponse> {
  const { platform, guard, changes } = host;
  const { isOwn } = createExportSigner(platform, keyNote);
  const archive = await unpackArchive(zip, platform.sha256, isOwn);
  throwIfAborted(signal);
  const isCopy = !archive.own || !send;
  const decision = isCopy ? await createCopy(host, archive, send) : restoreOriginal(archive);
  if (await host.store.load(decision.id)) throw alreadyImportedError(decision.id);
  return guard.reserveSpace(sumPhotoBytes(archive.photos), async () => ({
    ...(await changes.create(decision.decide, signal)),
    isCopy,
  }));
}

function restoreOriginal({ state, photos, own }: Archive) {
  const { id } = state.inspection;
  const response = normalizedResponse({ inspections: { [id]: toInspection(state) } }, id);
  const events = [{ type: 'inspection.imported', inspectionId: id } as const];
  return { id, decide: () => decide(state, response, { ...own, photos, events }) };
}

async function createCopy({ store, platform }: Host, { state, photos, hash }: Archive, send: boolean) {
  const { createdAt, relatedInspectionId: related } = state.inspection;
  const now = platform.now();
  // The id depends on the content: a second import of the same file is a conflict, not a second copy.
  const id = toContentId(Math.max(0, Math.min(Date.parse(createdAt) || now, now)), hash);
  const keepsRelated = related !== undefined && (await loadByAnyId(store, related)) !== undefined;
  return {
    id,
    decide: (context: RuleContext) => copyInspection({ state, photos }, { id, send, keepsRelated }, context),
  };
}

function alreadyImportedError(inspectionId: string): KerbsideError {
  return new KerbsideError(
    'conflict',
    `Inspection ${inspectionId} is already on this device. Purge it before you import it.`,
    { details: { inspectionId } },
  );
}
