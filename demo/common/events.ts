import { EVENT_TYPES, type Kerbside, type KerbsideEvent } from 'kerbside';

/** Subscribes to every event of this tab and of other tabs. Returns a function that unsubscribes. */
export function onAnyEvent(kerbside: Kerbside, handler: (event: KerbsideEvent) => void): () => void {
  const unsubscribes = EVENT_TYPES.map((type) => kerbside.on(type, handler));
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
