import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { LIMITS } from '../../domain/limits.ts';
import { KerbsideError } from '../../errors.ts';
import type { Platform } from '../../platform/ports.ts';
import type { StoredPhoto } from '../../rules/rule.ts';
import type { InspectionState } from '../../rules/state.ts';
import type { InspectionOutbox } from '../../store/outbox-store.ts';
import {
  FORMAT,
  FORMAT_VERSION,
  MAX_RECORDS_BYTES,
  photoFile,
  RECORDS_FILE,
  SIGNATURE_FILE,
} from './archive-format.ts';
import type { ExportSigner } from './signature.ts';

interface PackedPhoto extends Omit<StoredPhoto, 'bytes'> {
  packedSha256: string;
}

interface PackDeps {
  loadPhoto(imageId: string): Promise<StoredPhoto | undefined>;
  sha256: Platform['sha256'];
  sign: ExportSigner['sign'];
}

/**
 * Writes an inspection to a zip file.
 *
 * Photos are compressed already, so they are stored without compression. One photo is in memory at a time. A damaged or
 * missing photo does not stop the export: `packedSha256` is the hash of the packed bytes, `sha256` the hash of the
 * original.
 *
 * @throws `unsupported` if photos or records exceed the size limit of an import.
 */
export async function packArchive(
  state: InspectionState,
  { operations, ...deliveries }: Pick<InspectionOutbox, 'operations'> & Partial<InspectionOutbox>,
  { loadPhoto, sha256, sign }: PackDeps,
): Promise<Blob> {
  const chunks: BlobPart[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  const add = (path: string, bytes: Uint8Array) => {
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    entry.push(bytes, true);
  };
  const photos: PackedPhoto[] = [];
  let size = 0;
  for (const image of state.images) {
    const photo = await loadPhoto(image.id);
    if (!photo) continue;
    size += photo.bytes.byteLength;
    if (size > LIMITS.archiveBytes) throw tooLargeError(state.inspection.id);
    const { bytes, ...facts } = photo;
    photos.push({ ...facts, packedSha256: await sha256(bytes) });
    add(photoFile(image.id), new Uint8Array(bytes));
  }
  const unsent = operations.map(({ sequence: _sequence, delivery: _delivery, ...operation }) => operation);
  const records = strToU8(
    JSON.stringify({
      format: FORMAT,
      version: FORMAT_VERSION,
      state,
      operations: unsent,
      photos,
      ...deliveries,
    }),
  );
  if (records.length > MAX_RECORDS_BYTES) throw tooLargeError(state.inspection.id);
  add(RECORDS_FILE, records);
  const signature = await sign(await sha256(new Uint8Array(records).buffer));
  if (signature !== undefined) add(SIGNATURE_FILE, strToU8(signature));
  zip.end();
  return new Blob(chunks, { type: 'application/zip' });
}

function tooLargeError(inspectionId: string): KerbsideError {
  return new KerbsideError(
    'unsupported',
    `Inspection ${inspectionId} exceeds the limit of an export (${LIMITS.archiveBytes} bytes of photos, ${MAX_RECORDS_BYTES} of records). Send it instead.`,
    { details: { inspectionId } },
  );
}
