import type { Context } from 'hono';
import { checkId } from '../../src/operations/arguments.ts';
import { notFound } from '../../src/service/state.ts';
import type { JsonObject } from '../../src/spec/fields.ts';
import { fromWireQuery } from '../../src/wire/query.ts';
import type { Route } from '../../src/wire/routes.ts';
import { guardedStore } from '../auth/guarded-store.ts';
import type { Identity } from '../auth/identity.ts';
import type { Queries } from '../database/database.ts';
import { hostFor, operationsOf, type Service } from '../service.ts';
import type { PostgresStore } from '../store/postgres-store.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { fetchPhotos, photoUrls } from './fetch-photos.ts';
import { idempotencyKey, once } from './remembered-answers.ts';
import { type RequestBody, readBody } from './request-body.ts';

const NO_BODY: RequestBody = { json: undefined, files: {}, hash: '' };

/** One request from its body to its answer, for a caller who is known. */
export async function runEndpoint(
  service: Service,
  { route, endpoint }: { route: Route; endpoint: Endpoint },
  identity: Identity,
  { req }: Context,
): Promise<JsonObject | Response> {
  const body = route.method === 'GET' ? NO_BODY : await readBody(req.raw, service.limits);
  const query = fromWireQuery(route, new URL(req.url).searchParams);
  const params = checkedParams(req.param());
  const param = (name: string) => params[name] ?? '';
  const inspectionId = params.inspection_id;
  let { platform } = service;
  if (photoUrls(body.json, body.files).size > 0) {
    // Whoever may not add the photo does not have it fetched either.
    const guarded = guardedStore(service.store, identity, endpoint.access);
    if (inspectionId !== undefined && !(await guarded.load(inspectionId)))
      throw notFound('inspection', inspectionId);
    platform = { ...platform, fetch: await fetchPhotos(body, service) };
  }
  const answer = (store: PostgresStore, queries: Queries) => {
    const guarded = guardedStore(store, identity, endpoint.access);
    const host = hostFor({ ...service, platform }, identity.user, guarded);
    const call: Call = {
      identity,
      param,
      query,
      body,
      api: operationsOf(host),
      changes: host.changes,
      store: guarded,
      queries,
      service,
    };
    return endpoint.answer(call);
  };
  const key = route.method === 'POST' ? idempotencyKey(req.header('Idempotency-Key')) : undefined;
  if (key === undefined) return answer(service.store, service.database);
  const named = { userId: identity.user.id, key, hash: `${route.method} ${req.path} ${body.hash}` };
  return service.store.transaction((store, queries) =>
    once(queries, named, async () => (await answer(store, queries)) as JsonObject),
  );
}

/** Ids are checked before anything is done with them; a task's name is checked by who knows the names. */
function checkedParams(params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) if (name.endsWith('_id')) checkId(value, name);
  return params;
}
