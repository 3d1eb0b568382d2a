import type { EventType, Kerbside, KerbsideEvent } from 'kerbside';

const types: Record<EventType, true> = {
  'inspection.created': true,
  'inspection.updated': true,
  'inspection.deleted': true,
  'inspection.imported': true,
  'inspection.purged': true,
  'image.added': true,
  'image.deleted': true,
  'task.updated': true,
  'task.progress': true,
  'damage.created': true,
  'damage.deleted': true,
  'view.created': true,
  'view.deleted': true,
  'severity.created': true,
  'severity.updated': true,
  'storage.warning': true,
  'storage.outdated': true,
};

/** Calls the handler for every event, of this tab and of the others. */
export function onAnyEvent(kerbside: Kerbside, handler: (event: KerbsideEvent) => void): () => void {
  const ends = (Object.keys(types) as EventType[]).map((type) => kerbside.on(type, handler));
  return () => {
    for (const end of ends) end();
  };
}
