import * as v from 'valibot';

import { object } from '../../src/domain/fields.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { KerbsideError } from '../../src/errors.ts';
import { checkByteLength } from '../../src/operations/photo-limits.ts';
import type { Queries } from '../database/database.ts';
import type { DirectBlobs, SignedRequest } from '../store/direct-blobs.ts';
import { listParts, type UploadPart } from './upload-parts.ts';
import { countUploads, type NewUpload, storeUpload, type UploadRow } from './upload-rows.ts';

const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/avif'] as const;

/** A client's declaration of a photo before it uploads it. */
export const declaredPhoto = object({
  size: v.pipe(v.number(), v.integer(), v.minValue(1, 'at least 1 byte')),
  type: v.picklist(PHOTO_TYPES, PHOTO_TYPES.join(', ')),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hex')),
});

/** The requests that a client still has to make to the bucket. */
export interface StartedUpload {
  id: string;
  parts: (Pick<UploadPart, 'offset' | 'size'> & SignedRequest)[];
}

interface StartDeps {
  queries: Queries;
  direct: DirectBlobs;
  maxBytes: number;
}

/**
 * Starts an upload, or continues one: of the same user, inspection, key and content. Parts that the bucket has are left out.
 *
 * @throws `photo_too_large`, `invalid_input` if too many uploads of the inspection were started and not used.
 */
export async function startUpload(
  upload: NewUpload,
  { queries, direct, maxBytes }: StartDeps,
): Promise<StartedUpload> {
  checkByteLength(upload.size, maxBytes);
  if ((await countUploads(queries, upload.inspectionId)) > LIMITS.imagesPerInspection) {
    throw new KerbsideError(
      'invalid_input',
      'Too many uploads of this inspection were started and not used.',
      {
        details: { inspectionId: upload.inspectionId, limit: LIMITS.imagesPerInspection },
      },
    );
  }
  const { row, isNew } = await storeUpload(queries, upload);
  const parts = listParts(row.id, row.size);
  const missing = isNew ? parts : await selectMissing(parts, row, direct);
  return {
    id: row.id,
    parts: await Promise.all(
      missing.map(async ({ key, offset, size }) => {
        // The hash of the file is that of its only part. The hash of a larger file is computed when it is complete.
        const sha256 = parts.length === 1 && { sha256: row.sha256 };
        return { offset, size, ...(await direct.signPut(key, { size, type: row.type, ...sha256 })) };
      }),
    ),
  };
}

async function selectMissing(
  parts: readonly UploadPart[],
  { blobId, size }: UploadRow,
  direct: DirectBlobs,
): Promise<UploadPart[]> {
  if ((await direct.getFacts(blobId))?.size === size) return []; // verified before, and then copied
  const facts = await Promise.all(parts.map(({ key }) => direct.getFacts(key)));
  return parts.filter((part, index) => facts[index]?.size !== part.size);
}
