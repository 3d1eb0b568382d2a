import type { Context, HonoRequest } from 'hono';
import { checkId } from '../../src/domain/api/call-arguments.ts';
import { invalidField } from '../../src/domain/check.ts';
import type { JsonObject } from '../../src/domain/fields.ts';
import type { EventHub } from '../../src/operations/events.ts';
import { fromWireQuery } from '../../src/wire/query.ts';
import { createGuardedStore } from '../auth/guarded-store.ts';
import type { Identity } from '../auth/permissions.ts';
import { loadUpload } from '../direct-upload/upload-rows.ts';
import { type VerifiedUpload, verifyUpload } from '../direct-upload/verify-upload.ts';
import { createOperations, createServiceHost, type Service } from '../service.ts';
import { isBlobId } from '../store/blob-store.ts';
import { NewInspectionStore, NO_QUERIES } from '../store/create-once.ts';
import type { TransactionParts } from '../store/postgres-store.ts';
import { runOnce } from '../store/responses.ts';
import { readQuery } from './authenticate.ts';
import type { Call } from './endpoint.ts';
import { fetchPhotos, photosTooLargeError } from './fetch-photos.ts';
import { createEmptyBody, type RequestBody, readBody } from './request-body.ts';
import { createHeldEvents, createRequestStore } from './request-store.ts';
import type { EndpointRoute } from './routes.ts';
import { handleTranslated, translateRequest } from './vendor/dialect.ts';

/** Handles one request of an authenticated caller: reads the body, fetches photos and runs the endpoint. */
export async function runEndpoint(
  service: Service,
  endpointRoute: EndpointRoute,
  identity: Identity,
  { req }: Context,
): Promise<JsonObject | Response> {
  const body =
    endpointRoute.route.method === 'GET'
      ? createEmptyBody(service.uploads)
      : await readBody(req.raw, service);
  try {
    const response = await runWithBody(service, endpointRoute, identity, req, body);
    if (endpointRoute.endpoint.startsJob) service.jobSignal.send();
    return response;
  } finally {
    await body.discard();
  }
}

async function runWithBody(
  service: Service,
  { name: routeName, route, endpoint }: EndpointRoute,
  identity: Identity,
  req: HonoRequest,
  received: RequestBody,
): Promise<JsonObject | Response> {
  const given = { params: req.param(), query: readQuery(req.url), json: received.json };
  const translated = translateRequest(routeName, given, () => service.ids.next());
  const body = { ...received, json: translated.json };
  const query = fromWireQuery(route, translated.query);
  const params = checkParams(translated.params);
  const param = (name: string) => params[name] ?? '';
  const inspectionId = params.inspection_id;
  const key = route.method === 'POST' ? parseIdempotencyKey(req.header('Idempotency-Key')) : undefined;
  const urls = endpoint.photoUrls?.({ identity, body }) ?? [];
  // Photos are fetched only if the caller may add them.
  if (urls.length > 0)
    await createGuardedStore(service.store, identity, endpoint.access).requireChangeAllowed(inspectionId);
  const fetched = await fetchPhotos(urls, { ...service, ...body });
  const platform = { ...service.platform, fetch: fetched.fetch };
  const uploadId = endpoint.uploadId?.({ identity, body });
  const upload = uploadId === undefined ? undefined : await verify(service, identity, uploadId, inspectionId);
  const handle = ({ store, queries, blobs }: TransactionParts, events: EventHub) => {
    const guarded = createRequestStore(createGuardedStore(store, identity, endpoint.access));
    const host = createServiceHost({ ...service, platform, events }, identity.user, guarded);
    const call: Call = {
      identity,
      param,
      query,
      header: (name) => req.header(name),
      idempotencyKey: key,
      upload,
      body,
      api: createOperations(host),
      changes: host.changes,
      store: guarded,
      queries,
      blobs,
      service,
    };
    return handleTranslated({ name: routeName, endpoint }, call, given, translated.change);
  };
  const runInOrder = <T>(work: () => Promise<T>) =>
    inspectionId === undefined || route.method === 'GET' || endpoint.isRepeatable
      ? work()
      : service.changeQueue.run(inspectionId, work);
  const hasFiles = Object.keys(body.files).length > 0;
  const files = (hasFiles && endpoint.photoFiles?.({ identity, body })) || Object.values(body.files);
  const photoBytes = sumSizes(files) + fetched.bytes;
  // A small body can name one photo for many images, and each of them is read and stored.
  if (photoBytes > service.limits.uploadBytes) throw photosTooLargeError(service.limits.uploadBytes);
  const withPhotos = <T>(work: () => Promise<T>) =>
    files.length + urls.length === 0 ? work() : service.photoMemory.run(photoBytes, work);
  if (key === undefined || endpoint.isRepeatable)
    return withPhotos(() =>
      runInOrder(() => handle({ ...service, queries: service.database }, service.events)),
    );
  const keyedRequest = { userId: identity.user.id, key, hash: `${route.method} ${req.path} ${body.hash}` };
  const { events, publish } = createHeldEvents(service.events);
  if (endpoint.createsOnly?.({ identity, body }) && !translated.endsTasks) {
    const store = new NewInspectionStore();
    const created = await handle({ store, queries: NO_QUERIES, blobs: service.blobs }, events);
    const change = { body: created as JsonObject, commit: store.created };
    const { response, isRepeated } = await service.createOnce(keyedRequest, change);
    if (!isRepeated) publish();
    return response;
  }
  const response = await withPhotos(() =>
    runInOrder(() =>
      service.store.transaction((parts) =>
        runOnce(parts.queries, keyedRequest, async () => (await handle(parts, events)) as JsonObject),
      ),
    ),
  );
  publish();
  return response;
}

/** Verifies an upload of the caller. One that is unknown may be used already: then the response is stored. */
async function verify(
  { database, blobs, photoMemory, changeQueue }: Service,
  { user }: Identity,
  id: string,
  inspectionId: string | undefined,
): Promise<VerifiedUpload | undefined> {
  if (!blobs.direct || inspectionId === undefined || !isBlobId(id)) return undefined;
  const row = await loadUpload(database, { id, userId: user.id, inspectionId });
  if (!row) return undefined;
  const reader = { direct: blobs.direct, memory: photoMemory };
  // One after the other: not every bucket replaces an object at once, and one request must not hash what another copies.
  return changeQueue.run(id, () => verifyUpload(row, reader));
}

function sumSizes(files: readonly Blob[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Checks all ids before they are used. The endpoints check task names. */
function checkParams(params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) if (name.endsWith('_id')) checkId(value, name);
  return params;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Checks the header Idempotency-Key. */
function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || KEY.test(header)) return header;
  throw invalidField('Idempotency-Key', '1 to 255 visible ASCII characters', header);
}
