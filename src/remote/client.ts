import type { InspectionApi } from '../domain/api.ts';
import { KerbsideError } from '../errors.ts';
import { sha256 } from '../platform/browser.ts';
import { createCalls, type RemoteCalls } from './calls.ts';
import { remoteCorrections } from './corrections.ts';
import { remoteImages } from './images.ts';
import { remoteInspections } from './inspections.ts';
import { sleep as realSleep, type Sleep } from './poll.ts';
import { type ReportApi, remoteReports } from './reports.ts';
import { createSender } from './send.ts';
import { remoteTasks } from './tasks.ts';
import type { GetToken } from './token.ts';
import { browserTransport, type Fetch, fetchTransport } from './transport.ts';

export interface RemoteOptions {
  /** Where the service is, its version included: `https://api.example.org/v1`. */
  baseUrl: string;
  /** Asked for each request, and once more with `expired: true` after a 401. The token is never kept. */
  getToken: GetToken;
  /** Instead of the platform's. With a fetch of your own there is no upload progress. */
  fetch?: Fetch;
  /** How long a request may take; 30 s unless told. */
  timeoutMs?: number;
  /** Time, for tests. */
  now?(): number;
  sleep?: Sleep;
}

/** The specification's operations on the remote service. */
export interface RemoteClient extends InspectionApi {
  reports: ReportApi;
  /** One function per endpoint, with an idempotency key and the service's bare answers: what the replay uses. */
  calls: RemoteCalls;
}

const TIMEOUT_MS = 30_000;

export function createRemoteClient(options: RemoteOptions): RemoteClient {
  const { getToken, fetch, timeoutMs = TIMEOUT_MS, now = () => Date.now(), sleep = realSleep } = options;
  const transport = fetch ? fetchTransport(fetch) : browserTransport();
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const calls = createCalls(createSender({ baseUrl, getToken, transport, timeoutMs, now }));
  return {
    inspections: remoteInspections(calls),
    tasks: remoteTasks({ calls, sleep }),
    images: remoteImages({ calls, sha256 }),
    ...remoteCorrections(calls),
    reports: remoteReports({ calls, sleep }),
    calls,
  };
}

function checkedBaseUrl(baseUrl: string): string {
  if (/^https?:\/\/[^?#]+$/.test(baseUrl)) return baseUrl.replace(/\/+$/, '');
  throw new KerbsideError(
    'invalid_input',
    'baseUrl: expected an http or https address without query, such as https://api.example.org/v1.',
    { details: { path: 'baseUrl' } },
  );
}
