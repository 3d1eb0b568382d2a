import { describeError } from '../describe-error.ts';
import { type CallbackDeps, claimCallback, deliverCallback, nextDueCallbackMs } from './callbacks.ts';
import { type Poller, startPoller } from './poller.ts';

/** Deliveries wait for receivers and need no CPU time meanwhile. */
const MAX_CONCURRENT = 8;

/**
 * Delivers callbacks concurrently, but one at a time per owner: a receiver that does not respond delays only its owner's
 * callbacks.
 *
 * On close, deliveries may take `drainMs`. Then they end, and are due again for another instance.
 */
export function startCallbackSender(
  deps: CallbackDeps,
  { pollMs, leaseMs, drainMs }: { pollMs: number; leaseMs: number; drainMs: number },
): Poller {
  const stop = new AbortController();
  const pending = new Map<string, Promise<void>>();
  const poller = startPoller({
    async work() {
      if (pending.size >= MAX_CONCURRENT) return false;
      const due = await claimCallback(deps.database, { leaseMs, busyOwners: [...pending.keys()] });
      if (!due) return false;
      const delivery = deliverCallback(deps, due, stop.signal)
        // Its lease expires, and then it is delivered again.
        .catch((error: unknown) =>
          deps.logger.warn('Result of a callback not stored', { id: due.id, reason: describeError(error) }),
        )
        .then(() => {
          pending.delete(due.owner);
          poller.wake();
        });
      pending.set(due.owner, delivery);
      return true;
    },
    nextDueMs: async () =>
      pending.size >= MAX_CONCURRENT ? undefined : nextDueCallbackMs(deps.database, [...pending.keys()]),
    intervalMs: pollMs,
    logger: deps.logger,
  });
  return {
    wake: () => poller.wake(),
    async close() {
      const timer = setTimeout(() => stop.abort(), drainMs);
      await poller.close();
      await Promise.all(pending.values());
      clearTimeout(timer);
    },
  };
}
