import type { InspectionApi } from '../domain/api/inspection-api.ts';
import { createCorrectionsApi } from './corrections.ts';
import { createRemoteCalls, type RemoteOptions } from './create-remote-calls.ts';
import { createImagesApi } from './images.ts';
import { createInspectionsApi } from './inspections.ts';
import { sleep as realSleep } from './poll.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { createReportsApi, type ReportApi } from './reports.ts';
import { createTasksApi } from './tasks.ts';

/** The operations of the specification on a remote service. */
export interface RemoteClient extends InspectionApi {
  /** PDF reports that the service creates or stores. */
  reports: ReportApi;
  /** One function per endpoint, with idempotency keys and without input checks. The outbox uses them. */
  calls: RemoteCalls;
}

/**
 * Creates a client of a remote service. It offers the same operations as a device and returns the same normalized
 * responses. Nothing is stored or queued: each call is sent at once.
 *
 * @param options - Where the service is, and how the client authenticates.
 * @returns The client. It needs no closing.
 * @throws `invalid_input` if `baseUrl` is not an http or https address, or has a query. The operations throw
 * `invalid_input`, `unauthorized`, `forbidden`, `not_found`, `rate_limited`, `remote_refused`, `remote_unavailable`,
 * `remote_invalid`, `timeout` and `aborted`, and the codes of their own that `InspectionApi` documents.
 *
 * @example
 * const client = createRemoteClient({
 *   baseUrl: 'https://api.example.org/v1',
 *   getToken: () => auth.getAccessToken(),
 * });
 * const { result: id } = await client.inspections.createOne({ tasks: { damage_detection: {} } });
 * await client.images.addOne(id, { tasks: ['damage_detection'] }, photo);
 * await client.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
 * await client.tasks.whenDone(id, 'damage_detection', { timeoutMs: 60_000 });
 * const { entities } = await client.inspections.getOne(id);
 * console.log(Object.values(entities.damages));
 */
export function createRemoteClient(options: RemoteOptions): RemoteClient {
  const { sleep = realSleep } = options;
  const calls = createRemoteCalls(options);
  return {
    inspections: createInspectionsApi(calls),
    tasks: createTasksApi(calls, sleep),
    images: createImagesApi(calls),
    ...createCorrectionsApi(calls),
    reports: createReportsApi(calls, sleep),
    calls,
  };
}
