import { EVENT_TYPES, type Kerbside, type KerbsideEvent } from 'kerbside';

/** Calls the handler for every event, of this tab and of the others. */
export function onAnyEvent(kerbside: Kerbside, handler: (event: KerbsideEvent) => void): () => void {
  const ends = EVENT_TYPES.map((type) => kerbside.on(type, handler));
  return () => {
    for (const end of ends) end();
  };
}
