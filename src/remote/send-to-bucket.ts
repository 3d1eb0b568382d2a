import type { JsonObject } from '../domain/fields.ts';
import { sha256 } from '../platform/sha256.ts';
import { fromWireId } from '../wire/decode-response.ts';
import { ROUTES, type Route } from '../wire/routes.ts';
import { fromWireUpload, toUploadAcquisition } from '../wire/upload.ts';
import { addUploadedImage } from './direct-upload.ts';
import type { RemoteRecordId } from './remote-calls.ts';
import { readJson } from './response-body.ts';
import type { Send, SendOptions } from './send.ts';
import type { Transport } from './transport.ts';

/** A new image, and how its requests are sent. */
export interface NewImage {
  send: Send;
  inspectionId: string;
  /** The body of the image, without its acquisition. */
  image: JsonObject;
  photo: Blob;
  options: SendOptions;
}

/** The part of the client that is loaded on demand: makes the requests of an upload with the client's own `send`. */
export function sendToBucket(
  { send, inspectionId, image, photo, options }: NewImage,
  bucket: { transport: Transport; timeoutMs: number },
): Promise<RemoteRecordId | undefined> {
  const { signal, idempotencyKey } = options;
  const post = <T>(route: Route, body: JsonObject, decode: (json: unknown) => T) =>
    send({ route, ids: { inspectionId }, body }, readJson(decode), { signal, idempotencyKey });
  return addUploadedImage(
    photo,
    {
      ...bucket,
      sha256,
      start: (file) => post(ROUTES.startUpload, { ...file }, fromWireUpload),
      create: (uploadId) =>
        post(ROUTES.addImage, { ...image, acquisition: toUploadAcquisition(uploadId) }, fromWireId),
    },
    options,
  );
}
