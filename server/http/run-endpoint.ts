import type { Context } from 'hono';
import { checkId } from '../../src/domain/call-arguments.ts';
import type { JsonObject } from '../../src/domain/fields.ts';
import { fromWireQuery } from '../../src/wire/query.ts';
import type { Route } from '../../src/wire/routes.ts';
import { createGuardedStore } from '../auth/guarded-store.ts';
import type { Identity } from '../auth/permissions.ts';
import { createOperations, createServiceHost, type Service } from '../service.ts';
import type { TransactionParts } from '../store/postgres-store.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { fetchPhotos } from './fetch-photos.ts';
import { parseIdempotencyKey, runOnce } from './idempotency.ts';
import { createFileMap, type RequestBody, readBody } from './request-body.ts';

const NO_BODY: RequestBody = { json: undefined, files: createFileMap(), hash: '' };

/** Handles one request of an authenticated caller: reads the body, fetches photos and runs the endpoint. */
export async function runEndpoint(
  service: Service,
  { route, endpoint }: { route: Route; endpoint: Endpoint },
  identity: Identity,
  { req }: Context,
): Promise<JsonObject | Response> {
  const body = route.method === 'GET' ? NO_BODY : await readBody(req.raw, service.limits);
  const query = fromWireQuery(route, new URL(req.url).searchParams);
  const params = checkParams(req.param());
  const param = (name: string) => params[name] ?? '';
  const inspectionId = params.inspection_id;
  const key = route.method === 'POST' ? parseIdempotencyKey(req.header('Idempotency-Key')) : undefined;
  const urls = endpoint.photoUrls?.({ identity, body }) ?? [];
  // Photos are fetched only if the caller may add them.
  if (urls.length > 0)
    await createGuardedStore(service.store, identity, endpoint.access).requireChangeAllowed(inspectionId);
  const platform = { ...service.platform, fetch: await fetchPhotos(urls, service) };
  const handle = ({ store, queries, blobs }: TransactionParts) => {
    const guarded = createGuardedStore(store, identity, endpoint.access);
    const host = createServiceHost({ ...service, platform }, identity.user, guarded);
    const call: Call = {
      identity,
      param,
      query,
      body,
      api: createOperations(host),
      changes: host.changes,
      store: guarded,
      queries,
      blobs,
      service,
    };
    return endpoint.handle(call);
  };
  const runInOrder = <T>(work: () => Promise<T>) =>
    inspectionId === undefined || route.method === 'GET'
      ? work()
      : service.changeQueue.run(inspectionId, work);
  if (key === undefined) return runInOrder(() => handle({ ...service, queries: service.database }));
  const keyedRequest = { userId: identity.user.id, key, hash: `${route.method} ${req.path} ${body.hash}` };
  return runInOrder(() =>
    service.store.transaction((parts) =>
      runOnce(parts.queries, keyedRequest, async () => (await handle(parts)) as JsonObject),
    ),
  );
}

/** Checks all ids before they are used. The endpoints check task names. */
function checkParams(params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) if (name.endsWith('_id')) checkId(value, name);
  return params;
}
