import type { Kerbside } from '../kerbside.ts';

/** The members of the service worker's scope that are used here. TypeScript's DOM library has no type for it. */
interface ServiceWorkerScope {
  addEventListener(type: 'sync', listener: (event: SyncEventLike) => void): void;
}

interface SyncEventLike {
  tag: string;
  waitUntil(work: Promise<unknown>): void;
}

/** Options of {@link sendInBackground}. */
export interface BackgroundSyncOptions {
  /**
   * The `database` option of `openKerbside`.
   *
   * @default 'kerbside'
   */
  database?: string;
  /**
   * The service worker's global scope.
   *
   * @default globalThis
   */
  scope?: unknown;
}

/**
 * Sends the outbox from the app's service worker when the browser reports a network and no tab is open.
 *
 * It uses the Background Sync API, which Chromium-based browsers have. Other browsers ignore it. If a tab is open, the
 * tab sends and the service worker waits for it.
 *
 * @param open - Opens Kerbside as the app does. Its `getToken` must work without a page.
 * @example
 * ```ts
 * // sw.js
 * import { openKerbside } from 'kerbside';
 * import { remoteSync } from 'kerbside/sync';
 * import { sendInBackground } from 'kerbside/sw';
 *
 * sendInBackground(() => openKerbside({ user, sync: remoteSync({ baseUrl, getToken }) }));
 * ```
 */
export function sendInBackground(
  open: () => Promise<Pick<Kerbside, 'sync' | 'close'>>,
  { database = 'kerbside', scope = globalThis }: BackgroundSyncOptions = {},
): void {
  (scope as ServiceWorkerScope).addEventListener('sync', (event) => {
    if (event.tag === `kerbside:${database}`) event.waitUntil(sendAll(open));
  });
}

const RETRY_DELAY_MS = 1_000;
const MAX_RETRIES = 30;
/** Above 0: the browser has just reported a network, so one failed connection does not prove that there is none. */
const MAX_UNREACHABLE_RETRIES = 3;

/**
 * Rejects if operations remain that can be sent later: the browser then fires the event again, minutes later.
 *
 * Operations that wait only seconds, for example to be reconciled, are waited for instead. An unreachable service is
 * retried.
 */
async function sendAll(open: () => Promise<Pick<Kerbside, 'sync' | 'close'>>): Promise<void> {
  const kerbside = await open();
  try {
    for (let retries = 0; ; retries += 1) {
      const { operations, ofOthers, paused } = await kerbside.sync.flush();
      const { queued, sending, waiting } = operations;
      const remaining = queued + sending + waiting - ofOthers; // those of other users wait for their sign-in
      if (remaining === 0) return;
      const isUnreachable = paused === 'unreachable';
      const canRetry = isUnreachable || (!paused && sending + waiting > 0);
      if (!canRetry || retries >= (isUnreachable ? MAX_UNREACHABLE_RETRIES : MAX_RETRIES)) {
        throw new Error(`${remaining} operations are left${paused ? `: ${paused}` : ''}`);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  } finally {
    await kerbside.close();
  }
}
