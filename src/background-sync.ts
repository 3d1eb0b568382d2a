import type { Kerbside } from './kerbside.ts';

/** The parts of a service worker's scope that are used; TypeScript's DOM library has no type for it. */
interface ServiceWorkerScope {
  addEventListener(type: 'sync', listener: (event: SyncEventLike) => void): void;
}

interface SyncEventLike {
  tag: string;
  waitUntil(work: Promise<unknown>): void;
}

export interface BackgroundSyncOptions {
  /** The name that `openKerbside` was given, if any. */
  database?: string;
  scope?: unknown;
}

/**
 * Lets the app's service worker send what tabs left behind, when the browser says that there is a network (Background
 * Sync; Chromium has it). `open` opens Kerbside as the app does, with a `getToken` that works without a page:
 *
 *     import { openKerbside } from 'kerbside';
 *     import { remoteSync } from 'kerbside/sync';
 *     import { sendInBackground } from 'kerbside/sw';
 *     sendInBackground(() => openKerbside({ user, sync: remoteSync({ baseUrl, getToken }) }));
 *
 * Where a tab is open it goes on sending, and the worker just waits for it.
 */
export function sendInBackground(
  open: () => Promise<Pick<Kerbside, 'sync' | 'close'>>,
  { database = 'kerbside', scope = globalThis }: BackgroundSyncOptions = {},
): void {
  (scope as ServiceWorkerScope).addEventListener('sync', (event) => {
    if (event.tag === `kerbside:${database}`) event.waitUntil(sendAll(open));
  });
}

const PAUSE_MS = 1_000;
const MOST_PAUSES = 30;
/** The browser says that there is a network: a connection that broke is no proof of the contrary. */
const MOST_PAUSES_UNREACHED = 3;

/**
 * Rejects when something is left that may go later: the browser then tries again by itself, in minutes. So what is to
 * wait for seconds only, as a request does whose answer was lost, is waited for, and what found no connection is tried again.
 */
async function sendAll(open: () => Promise<Pick<Kerbside, 'sync' | 'close'>>): Promise<void> {
  const kerbside = await open();
  try {
    for (let pauses = 0; ; pauses += 1) {
      const { operations, ofOthers, held } = await kerbside.sync.flush();
      const { queued, sending, waiting } = operations;
      const left = queued + sending + waiting - ofOthers; // theirs go when they are signed in
      if (left === 0) return;
      const isUnreached = held === 'unreachable';
      const mayGo = isUnreached || (!held && sending + waiting > 0);
      if (!mayGo || pauses >= (isUnreached ? MOST_PAUSES_UNREACHED : MOST_PAUSES)) {
        throw new Error(`${left} operations are left${held ? `: ${held}` : ''}`);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } finally {
    kerbside.close();
  }
}
