import type { KerbsideEvent } from '../../src/domain/events.ts';
import { EventHub } from '../../src/operations/events.ts';

/** Events of changes that are not committed yet. */
export interface HeldEvents {
  /** Where the changes publish. */
  events: EventHub;
  /** Publishes the events, in order. Call it after the commit of the transaction. */
  publish(): void;
}

/**
 * Holds the events of changes inside a transaction until it is committed. Whoever gets an event reads the database, and
 * before the commit the change is not there.
 */
export function createHeldEvents(target: EventHub): HeldEvents {
  const held: KerbsideEvent[] = [];
  const channel = {
    post: (event: unknown) => void held.push(event as KerbsideEvent),
    onMessage() {},
    close() {},
  };
  return {
    events: new EventHub(channel),
    publish() {
      for (const event of held.splice(0)) target.publish(event);
    },
  };
}
