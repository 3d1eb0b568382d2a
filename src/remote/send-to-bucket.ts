import type { CreateImage } from '../domain/records/image.ts';
import { sha256 } from '../platform/sha256.ts';
import { ROUTES } from '../wire/routes.ts';
import { toUploadAcquisition } from '../wire/upload.ts';
import { addUploadedImage } from './direct-upload.ts';
import type { RemoteRecordId } from './remote-calls.ts';
import type { Send, SendOptions } from './send.ts';
import type { Transport } from './transport.ts';

/** A new image, and how its requests are sent. */
export interface NewImage {
  send: Send;
  inspectionId: string;
  image: CreateImage;
  photo: Blob;
  options: SendOptions;
}

/** The part of the client that is loaded on demand: makes the requests of an upload with the client's own `send`. */
export function sendToBucket(
  { send, inspectionId, image, photo, options }: NewImage,
  bucket: { transport: Transport; timeoutMs: number },
): Promise<RemoteRecordId | undefined> {
  const { signal, idempotencyKey } = options;
  const ids = { inspectionId };
  return addUploadedImage(
    photo,
    {
      ...bucket,
      sha256,
      start: (file) => send({ route: ROUTES.startUpload, ids, input: file }, { signal, idempotencyKey }),
      create(uploadId) {
        const input = { ...image, acquisition: toUploadAcquisition(uploadId) };
        return send({ route: ROUTES.addImage, ids, input }, { signal, idempotencyKey });
      },
    },
    options,
  );
}
