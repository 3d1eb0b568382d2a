import type { EventType } from '../../domain/events.ts';
import { SYNC_STATUS_EVENTS } from '../../domain/sync-status/sync-refresh.ts';
import { coalesce } from '../../platform/coalesce.ts';

/**
 * Calls `refresh` now and after events that may change the sync status, with a pause in between. Calls never overlap.
 *
 * @param getPauseMs - Returns the pause. While an outbox is sent, it changes many times per second.
 * @returns A function that unsubscribes.
 */
export function onSyncChange(
  kerbside: { on(type: EventType, handler: () => void): () => void },
  refresh: () => Promise<void>,
  getPauseMs: () => number,
): () => void {
  const requestRefresh = coalesce(refresh, getPauseMs);
  const unsubscribes = SYNC_STATUS_EVENTS.map((type) => kerbside.on(type, requestRefresh));
  requestRefresh();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
