import { abortedError, isKerbsideError, KerbsideError } from '../errors.ts';
import { detectPhotoType } from '../photo/header/detect-photo-type.ts';
import { startDeadline } from '../platform/timeouts.ts';
import type { DeclaredUpload, WireUpload } from '../wire/upload.ts';
import type { RemoteRecordId } from './remote-calls.ts';
import { estimateUploadMs, type SendOptions, toUnsentError } from './send.ts';
import type { Transport } from './transport.ts';

export interface DirectUploadDeps {
  /** Creates the image of an upload. */
  create(uploadId: string): Promise<RemoteRecordId>;
  /** Asks the service for the requests that are still to make. It recognizes an upload that was started before. */
  start(file: DeclaredUpload): Promise<WireUpload>;
  transport: Transport;
  timeoutMs: number;
  sha256(bytes: ArrayBuffer): Promise<string>;
}

/**
 * Sends a photo straight to the bucket of the service, then creates its image.
 *
 * @returns Undefined if the service does not take this photo in this way. Then nothing was created.
 * @throws What the requests throw. If one before the create failed, with `details.sent: false`.
 */
export async function addUploadedImage(
  photo: Blob,
  deps: DirectUploadDeps,
  options?: SendOptions,
): Promise<RemoteRecordId | undefined> {
  let uploadId: string | undefined;
  try {
    uploadId = await uploadPhoto(photo, deps, options);
  } catch (error) {
    if (isKerbsideError(error, 'not_found', 'remote_refused')) return undefined; // the response to a form says why
    throw toUnsentError(error);
  }
  return uploadId === undefined ? undefined : deps.create(uploadId).catch(rethrowAsInDoubt);
}

/**
 * An upload that is unknown was removed, or used: perhaps by this very request, which the browser had sent before. So the
 * create counts as in doubt, and is reconciled before the photo is uploaded again.
 */
function rethrowAsInDoubt(error: unknown): never {
  if (!isKerbsideError(error, 'conflict')) throw error;
  const { message, details } = error;
  throw new KerbsideError('remote_unavailable', message, { details: { ...details }, retryable: true });
}

/**
 * Sends the parts of a photo that the bucket does not have.
 *
 * @returns The id of the upload. Undefined if the photo has an unknown type.
 * @throws What `start` throws. `remote_unavailable` or `timeout` if the bucket does not accept a part. The next attempt
 * continues.
 */
async function uploadPhoto(
  photo: Blob,
  { start, transport, timeoutMs, sha256 }: DirectUploadDeps,
  { signal, onProgress }: SendOptions = {},
): Promise<string | undefined> {
  const bytes = await photo.arrayBuffer();
  const type = detectPhotoType(new Uint8Array(bytes));
  if (type === undefined) return undefined;
  const { id, parts } = await start({ size: photo.size, type, sha256: await sha256(bytes) });
  let sent = photo.size - parts.reduce((sum, { size }) => sum + size, 0);
  for (const { url, headers, offset, size } of parts) {
    const deadline = startDeadline(timeoutMs + estimateUploadMs(size), signal);
    const before = sent;
    try {
      const { status } = await transport({
        method: 'PUT',
        url,
        headers,
        body: photo.slice(offset, offset + size),
        signal: deadline.signal,
        ...(onProgress && {
          onProgress: (sentOfPart: number) => {
            deadline.restart(timeoutMs);
            onProgress(before + sentOfPart, photo.size);
          },
        }),
      });
      if (status < 200 || status > 299) throw bucketError(`it responded ${status}`, { status });
    } catch (error) {
      if (signal?.aborted) throw abortedError(signal);
      if (error instanceof KerbsideError) throw error;
      // Without the error of the platform: it may contain the URL, which works for an hour.
      throw bucketError(deadline.hasPassed ? 'it did not respond in time' : 'there was no response');
    } finally {
      deadline.clear();
    }
    sent += size;
  }
  return id;
}

function bucketError(reason: string, details: { status?: number } = {}): KerbsideError {
  return new KerbsideError(
    'remote_unavailable',
    `The bucket of the service did not take the photo: ${reason}.`,
    {
      details: { ...details, sent: false }, // the image was not created
      retryable: true,
    },
  );
}
