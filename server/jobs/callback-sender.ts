import { describeError } from '../describe-error.ts';
import { type CallbackDeps, claimCallback, deliverCallback } from './callbacks.ts';
import { type Poller, startPoller } from './poller.ts';

/** Each waits for one receiver; none needs the processor meanwhile. */
const MOST_AT_ONCE = 8;

/**
 * Delivers callbacks side by side, but those of one caller one after the other: whose receiver does not answer keeps
 * their own callbacks waiting, and nobody else's.
 */
export function startCallbackSender(deps: CallbackDeps, { pollMs }: { pollMs: number }): Poller {
  const underway = new Map<string, Promise<void>>();
  const poller = startPoller({
    async work() {
      if (underway.size >= MOST_AT_ONCE) return false;
      const due = await claimCallback(deps.database, [...underway.keys()]);
      if (!due) return false;
      const delivery = deliverCallback(deps, due)
        // Its lease runs out, and then it is tried again.
        .catch((error: unknown) =>
          deps.log(`A callback's end could not be written down: ${describeError(error)}`),
        )
        .then(() => {
          underway.delete(due.owner);
          poller.wake();
        });
      underway.set(due.owner, delivery);
      return true;
    },
    intervalMs: pollMs,
    log: deps.log,
  });
  return {
    wake: () => poller.wake(),
    async close() {
      await poller.close();
      await Promise.all(underway.values());
    },
  };
}
