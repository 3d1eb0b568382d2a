import type { Delivery, DeliveryHistory, DeliveryReason } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';

/** The moves of the machine that is drawn in service/delivery.ts. */

/** Whether a request of it may be on its way right now, or may have been carried out. */
export function isInDoubt(delivery: Delivery | undefined): boolean {
  return delivery !== undefined && (delivery.unanswered || delivery.state === 'sending');
}

function historyOf({ delivery }: StoredOperation): DeliveryHistory {
  const { attempts = 0, since } = delivery ?? {};
  return { attempts, unanswered: isInDoubt(delivery), ...(since !== undefined && { since }) };
}

/** `newestInspection`: the one the service made last, as far as is known. */
export function sending(before: StoredOperation, newestInspection: string | undefined): Delivery {
  const history = historyOf(before);
  const isFirst = before.kind === 'inspection.create' && history.attempts === 0 && !history.unanswered;
  const since = isFirst ? newestInspection : history.since;
  return {
    ...history,
    state: 'sending',
    attempts: history.attempts + 1,
    ...(since !== undefined && { since }),
  };
}

/** It was not sent after all, or the service did not look at it. */
export function queued(before: StoredOperation): Delivery {
  return { ...historyOf(before), state: 'queued' };
}

export function waiting(
  sent: StoredOperation,
  { until, reason, unanswered }: { until: number; reason: DeliveryReason; unanswered: boolean },
): Delivery {
  const history = answeredHistory(sent);
  return {
    ...history,
    state: 'waiting',
    unanswered: history.unanswered || unanswered,
    until,
    reason,
  };
}

/**
 * `unsent`: it did not come to be sent. What was, was looked for before, and is not there: earlier attempts are in doubt no
 * more.
 */
export function blocked(operation: StoredOperation, reason: DeliveryReason, unsent: boolean): Delivery {
  const history = answeredHistory(operation);
  return { ...history, state: 'blocked', unanswered: history.unanswered && unsent, reason };
}

/** Of an attempt whose end is known: only earlier ones are in doubt. */
function answeredHistory(operation: StoredOperation): DeliveryHistory {
  return { ...historyOf(operation), unanswered: operation.delivery?.unanswered ?? false };
}
