import { EVENT_TYPES, type EventType } from '../../domain/events.ts';
import { coalesce } from '../../platform/coalesce.ts';

/** Events that do not change the sync status; some occur many times per second. */
const IGNORED_EVENTS = ['model.progress', 'task.progress', 'network.measured', 'sync.asked'];

/**
 * Calls `refresh` now and after every event that may change the sync status. Calls never overlap.
 *
 * @returns A function that unsubscribes.
 */
export function onSyncChange(
  kerbside: { on(type: EventType, handler: () => void): () => void },
  refresh: () => Promise<void>,
): () => void {
  const requestRefresh = coalesce(refresh);
  const types = EVENT_TYPES.filter((type) => !IGNORED_EVENTS.includes(type));
  const unsubscribes = types.map((type) => kerbside.on(type, requestRefresh));
  requestRefresh();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
