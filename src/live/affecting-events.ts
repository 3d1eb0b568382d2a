import { EVENT_TYPES, type EventType, type InspectionEvent, type KerbsideEvent } from '../domain/events.ts';

/** Events of an inspection that change none of its records: they are about sending, routing and progress. */
const NO_RECORD_CHANGE: readonly EventType[] = [
  'route.decided',
  'sync.progress',
  'sync.blocked',
  'sync.retry',
  'task.progress',
];

/** The database was deleted, or this tab may no longer use it. Every result is outdated. */
const STORAGE_CHANGE: readonly EventType[] = ['storage.lost', 'storage.outdated'];

/** Internal to sync: many per second, and without meaning for a query. */
const INTERNAL: readonly EventType[] = ['sync.asked', 'network.measured'];

/** The events that live queries listen to. */
export const LIVE_EVENTS = EVENT_TYPES.filter((type) => !INTERNAL.includes(type));

/** Returns true if the event changes all results. */
export function isStorageChange({ type }: KerbsideEvent): boolean {
  return STORAGE_CHANGE.includes(type);
}

/** Returns true if the event changes a record of an inspection. */
export function isRecordChange(event: KerbsideEvent): event is InspectionEvent {
  return 'inspectionId' in event && !NO_RECORD_CHANGE.includes(event.type);
}

/** The ids that a query knows an inspection by: events have the local id, callers may have the remote one. */
export interface QueriedIds {
  /** The id that the caller gave. */
  given: string;
  /** The local id. Undefined if the inspection was not found yet. */
  local: string | undefined;
}

/**
 * Returns true if the event may be about the inspection. Until the inspection was found, every inspection can be the one:
 * the given id may be a remote one.
 */
export function mayBeAbout({ given, local }: QueriedIds, event: KerbsideEvent): event is InspectionEvent {
  if (!('inspectionId' in event)) return false;
  return local === undefined || event.inspectionId === local || event.inspectionId === given;
}
