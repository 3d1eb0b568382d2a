import * as v from 'valibot';
import { notNegative } from '../domain/fields.ts';
import type { CreateImage } from '../domain/records/image.ts';
import { decodeResponse } from './decode-response.ts';
import { isObject } from './key-case.ts';

/** Our addition: photos that clients send to the bucket of the service, with requests that the service signs. */

/** The value of `acquisition.strategy` of an image whose photo was uploaded before. */
const UPLOAD_STRATEGY = 'direct_upload';

/** A file as a client declares it before it uploads it. */
export interface DeclaredUpload {
  size: number;
  type: string;
  /** Lower-case hex. */
  sha256: string;
}

/** An upload, with the requests that are still to make. */
export const wireUpload = v.object({
  id: v.string(),
  parts: v.array(
    v.object({
      offset: notNegative,
      size: notNegative,
      url: v.string(),
      headers: v.record(v.string(), v.string()),
    }),
  ),
});
export type WireUpload = v.InferOutput<typeof wireUpload>;

export function fromWireUpload(json: unknown): WireUpload {
  return decodeResponse(wireUpload, json, 'upload');
}

/** A new image whose photo was uploaded before. */
export interface UploadedImage extends Omit<CreateImage, 'acquisition'> {
  acquisition: v.InferOutput<typeof uploadAcquisition>;
}

export function toUploadAcquisition(uploadId: string): UploadedImage['acquisition'] {
  return { strategy: UPLOAD_STRATEGY, uploadId };
}

/** Returns the id of the upload that a new image refers to, and the rest of its body. */
export function splitUploadAcquisition(body: unknown): { uploadId?: string; rest: unknown } {
  if (!isObject(body) || !isObject(body.acquisition)) return { rest: body };
  const { acquisition, ...rest } = body;
  const { strategy, upload_id: uploadId } = acquisition;
  return strategy === UPLOAD_STRATEGY && typeof uploadId === 'string' ? { uploadId, rest } : { rest: body };
}

export const uploadAcquisition = v.strictObject({
  strategy: v.literal(UPLOAD_STRATEGY),
  uploadId: v.string(),
});
