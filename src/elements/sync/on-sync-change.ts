import { EVENT_TYPES, type EventType } from '../../domain/events.ts';
import { coalesce } from '../../platform/coalesce.ts';

/** Events that do not change the sync status; some occur many times per second. */
const IGNORED_EVENTS = ['model.progress', 'task.progress', 'network.measured', 'sync.asked', 'sync.progress'];
/** While an outbox is sent, it changes many times per second. */
const PAUSE_MS = 1_000;

/**
 * Calls `refresh` now and after events that may change the sync status, at most once per second. Calls never overlap.
 *
 * Upload progress is not among them: it is in the events `sync.progress` and `sync.changed`.
 *
 * @returns A function that unsubscribes.
 */
export function onSyncChange(
  kerbside: { on(type: EventType, handler: () => void): () => void },
  refresh: () => Promise<void>,
): () => void {
  const requestRefresh = coalesce(refresh, PAUSE_MS);
  const types = EVENT_TYPES.filter((type) => !IGNORED_EVENTS.includes(type));
  const unsubscribes = types.map((type) => kerbside.on(type, requestRefresh));
  requestRefresh();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
