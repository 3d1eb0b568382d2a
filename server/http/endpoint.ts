import type * as v from 'valibot';
import type { InspectionApi } from '../../src/domain/api/inspection-api.ts';
import type { JsonObject } from '../../src/domain/fields.ts';
import type { Changes } from '../../src/operations/changes.ts';
import { notFoundError } from '../../src/rules/state.ts';
import { requireVisible } from '../../src/rules/to-entities.ts';
import type { Access, Identity } from '../auth/permissions.ts';
import type { Queries } from '../database/database.ts';
import type { VerifiedUpload } from '../direct-upload/verify-upload.ts';
import type { Service } from '../service.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { StoredState } from '../store/stored-state.ts';
import type { RequestBody } from './request-body.ts';
import type { RequestStore } from './request-store.ts';

/** A request as an endpoint gets it. Its API, store and queries have the permissions of the caller. */
export interface Call {
  identity: Identity;
  /** Returns the value of a placeholder of the path. */
  param(name: string): string;
  query: JsonObject;
  /** Returns a header of the request. */
  header(name: string): string | undefined;
  idempotencyKey: string | undefined;
  body: RequestBody;
  /** The photo that `uploadId` names. Undefined if there is no such upload of this caller for this inspection. */
  upload: VerifiedUpload | undefined;
  api: InspectionApi;
  changes: Changes;
  store: RequestStore;
  /** The transaction of the request, if it has one. */
  queries: Queries;
  blobs: BlobStore;
  service: Service;
}

/** The part of a request that is known before the database is read. */
export type RequestInput = Pick<Call, 'identity' | 'body'>;

/** The contract of a route: the schemas that endpoints and clients check with, in camelCase. */
export interface Contract {
  summary: string;
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  /** Name of the multipart part with a file. Such a route takes the body as JSON, or as the part `json` of a form. */
  file?: string;
  /** JSON, or a file of this type. */
  response: v.GenericSchema | 'image/*' | 'application/pdf';
}

/** Handles one route. */
export interface Endpoint {
  access: Access;
  /** Returns the photo URLs in the request. Throws like `handle` if the request is invalid or not permitted. */
  photoUrls?(input: RequestInput): string[];
  /** Returns the photos in the files of the request, each once for each image that has it. By default all files. */
  photoFiles?(input: RequestInput): Blob[];
  /** Returns the upload that the request refers to. It is verified before the transaction: that takes requests to the bucket. */
  uploadId?(input: RequestInput): string | undefined;
  /** Repeated requests with one `Idempotency-Key` are handled again: the endpoint recognizes them, and its responses expire. */
  isRepeatable?: true;
  /** Whether the request does nothing but create one inspection without photos. Then it is written in one statement. */
  createsOnly?(input: RequestInput): boolean;
  /** Accepts a signed link instead of a token. */
  allowsSignedLink?: true;
  /** The request may write a job for which there is no event. */
  startsJob?: true;
  /** Returns JSON, which is sent with status 200, or a complete response. */
  handle(call: Call): Promise<JsonObject | Response>;
}

/**
 * Returns the inspection of the request without deleted records.
 *
 * @throws `not_found` if it does not exist or is deleted.
 */
export async function loadVisible({ store, param }: Call, showDeleted = false): Promise<StoredState> {
  const inspectionId = param('inspection_id');
  const loaded = await store.load(inspectionId);
  if (!loaded) throw notFoundError('inspection', inspectionId);
  return requireVisible(loaded.state, showDeleted);
}

/** Returns the body of create, update and delete responses. */
export function toIdBody({ result }: { result: string }): JsonObject {
  return { id: result };
}
