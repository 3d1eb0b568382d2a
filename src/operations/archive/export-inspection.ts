import { notFoundError } from '../../rules/state.ts';
import { isOutboxStore } from '../../store/outbox-store.ts';
import type { Host } from '../host.ts';
import { packArchive } from './pack-archive.ts';
import { createExportSigner } from './signature.ts';

/**
 * Writes an inspection to a zip file.
 *
 * @param keyNote - The name of the note that keeps the key of this device's exports.
 * @throws `not_found` if there is no such inspection, `unsupported` if its photos exceed the size limit of an import.
 */
export async function exportInspection(
  { store, platform }: Host,
  id: string,
  keyNote: string,
): Promise<Blob> {
  const { sign } = createExportSigner(platform, keyNote);
  const loadPhoto = (imageId: string) => store.photo(imageId);
  for (;;) {
    const before = await store.load(id);
    const outbox = isOutboxStore(store)
      ? await store.outboxOf(id)
      : { operations: await store.operations({ inspectionId: id }) };
    const after = await store.load(id);
    if (!after) throw notFoundError('inspection', id);
    // Records and operations must be of the same version. Another tab may have changed them in between.
    if (before?.version === after.version)
      return packArchive(after.state, outbox, { loadPhoto, sha256: platform.sha256, sign });
  }
}
