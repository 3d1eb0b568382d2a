import type { InspectionApi } from '../../src/domain/api.ts';
import type { JsonObject } from '../../src/domain/fields.ts';
import type { Changes } from '../../src/operations/changes.ts';
import type { GuardedStore } from '../auth/guarded-store.ts';
import type { Access, Identity } from '../auth/permissions.ts';
import type { Queries } from '../database/database.ts';
import type { Service } from '../service.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { RequestBody } from './request-body.ts';

/** One request, as an endpoint sees it: everything it can reach is already limited to what the caller may. */
export interface Call {
  identity: Identity;
  /** A placeholder of the path. */
  param(name: string): string;
  query: JsonObject;
  body: RequestBody;
  api: InspectionApi;
  changes: Changes;
  store: GuardedStore;
  /** The transaction of the request, where it has one. */
  queries: Queries;
  blobs: BlobStore;
  service: Service;
}

/** What is known of a request before anything is looked up for it. */
export type RequestInput = Pick<Call, 'identity' | 'body'>;

export interface Endpoint {
  access: Access;
  /** Photos that the request names by URL. Throws, as `answer` does, when the request is wrong or not permitted. */
  photoUrls?(asked: RequestInput): string[];
  /** A signed link opens it as well as a token. */
  allowsSignedLink?: true;
  /** Answers JSON with status 200, or anything else as a response of its own. */
  handle(call: Call): Promise<JsonObject | Response>;
}

/** Create, update and delete answer just this. */
export function toIdBody({ result }: { result: string }): JsonObject {
  return { id: result };
}
