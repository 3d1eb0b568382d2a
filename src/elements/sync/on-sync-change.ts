import { EVENT_TYPES, type EventType } from '../../domain/events.ts';
import { coalesce } from '../../platform/coalesce.ts';

/** Events that do not change the sync status; some occur many times per second. */
const IGNORED_EVENTS = ['model.progress', 'task.progress', 'network.measured', 'sync.asked', 'sync.progress'];

/**
 * Calls `refresh` now and after events that may change the sync status, with a pause in between. Calls never overlap.
 *
 * Upload progress is not among them: it is in the events `sync.progress` and `sync.changed`.
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
  const types = EVENT_TYPES.filter((type) => !IGNORED_EVENTS.includes(type));
  const unsubscribes = types.map((type) => kerbside.on(type, requestRefresh));
  requestRefresh();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
