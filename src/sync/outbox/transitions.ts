import type { Delivery, DeliveryHistory, DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';

/** Transitions of the state machine that is drawn in src/domain/outbox/delivery.ts. */

/** Returns whether an attempt before the current one is in doubt. */
export function wasInDoubt(delivery: Delivery | undefined): boolean {
  return delivery?.unanswered ?? false;
}

/** Returns whether a request of this operation may be in flight, or may have been applied without a known response. */
export function isInDoubt(delivery: Delivery | undefined): boolean {
  return delivery !== undefined && (delivery.unanswered || delivery.state === 'sending');
}

/** @param newestInspection the remote id of the newest inspection that is known to exist at the service */
export function toSending(before: StoredOperation, newestInspection: string | undefined): Delivery {
  const history = getHistory(before);
  const isFirst = before.kind === 'inspection.create' && history.attempts === 0 && !history.unanswered;
  const since = isFirst ? newestInspection : history.since;
  return {
    ...history,
    state: 'sending',
    attempts: history.attempts + 1,
    ...(since !== undefined && { since }),
  };
}

/** For an operation that was not sent after all, or that the service did not process. */
export function toQueued(before: StoredOperation): Delivery {
  return { ...getHistory(before), state: 'queued' };
}

export function toWaiting(
  sent: StoredOperation,
  wait: { until: number; delayMs: number; reason: DeliveryReason; isInDoubt: boolean },
): Delivery {
  const { until, delayMs, reason, isInDoubt } = wait;
  const history = getEarlierHistory(sent);
  const unanswered = history.unanswered || isInDoubt;
  return { ...history, state: 'waiting', unanswered, until, delayMs, reason };
}

/**
 * @param isUnsent whether this attempt failed before its request left. If the request was sent, earlier attempts were
 *   reconciled before and had created nothing, so they are no longer in doubt.
 */
export function toBlocked(operation: StoredOperation, reason: DeliveryReason, isUnsent: boolean): Delivery {
  const history = getEarlierHistory(operation);
  return { ...history, state: 'blocked', unanswered: history.unanswered && isUnsent, reason };
}

function getHistory({ delivery }: StoredOperation): DeliveryHistory {
  const { attempts = 0, since } = delivery ?? {};
  return { attempts, unanswered: isInDoubt(delivery), ...(since !== undefined && { since }) };
}

/** Returns the history without the current attempt, whose outcome is known: only earlier attempts can be in doubt. */
function getEarlierHistory(operation: StoredOperation): DeliveryHistory {
  return { ...getHistory(operation), unanswered: wasInDoubt(operation.delivery) };
}
