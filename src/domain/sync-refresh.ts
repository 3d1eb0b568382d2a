import type { SyncStatus } from './api/sync-status.ts';
import { EVENT_TYPES, type EventType } from './events.ts';

/** Events that do not change the sync status; some occur many times per second. */
const IGNORED_EVENTS: readonly EventType[] = [
  'model.progress',
  'engine.chosen',
  'task.progress',
  'sync.progress',
];

/** Events after which the sync status may be another. Upload progress is in `sync.progress` and `sync.changed`. */
export const SYNC_STATUS_EVENTS = EVENT_TYPES.filter((type) => !IGNORED_EVENTS.includes(type));

/** A read of the status takes the longer, the more operations there are. Nobody watches thousands go down one by one. */
export function getRefreshPauseMs(status: Pick<SyncStatus, 'operations'> | undefined): number {
  const counts = Object.values(status?.operations ?? {});
  return 1_000 + counts.reduce((sum, count) => sum + count, 0);
}
