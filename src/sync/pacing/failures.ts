import type { PauseReason } from '../../domain/api/sync-status.ts';
import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { mayHaveApplied } from '../../remote/response-error.ts';
import { ERROR_STATUS } from '../../wire/error.ts';
import { toDeliveryReason } from './delivery-reason.ts';

/** The consequence of a failed attempt. */
export type Failure =
  /**
   * Retry later. `minDelayMs` is the service's `Retry-After`, which applies to every request. `isInDoubt`: the request may have
   * been applied.
   */
  | { type: 'wait'; reason: DeliveryReason; isInDoubt: boolean; minDelayMs: number; isUnreachable: boolean }
  /** Nothing at all can be sent now. The operation itself does not change. */
  | { type: 'pause'; pause: PauseReason; reason: DeliveryReason }
  /** The service rejected this operation. If `isUnsent`, it rejected only a request that had to come before it. */
  | { type: 'block'; reason: DeliveryReason; isUnsent: boolean }
  /** This tab is closing. The next sender continues. */
  | { type: 'stop' };

/** After this many conflicts in a row, a conflict counts as a rejection. Attempts without a response do not count. */
const MAX_CONFLICTS = 5;

/** Whether there was no valid token. */
export function isTokenError(error: unknown): boolean {
  return isKerbsideError(error, 'unauthorized', 'wrong_user', 'token_failed');
}

/**
 * Returns whether the service rejected a request for good: it would reject it again at any time.
 *
 * Checks the code, not `details.status`: for a rejected task update that field is the task's status, not HTTP's.
 */
export function isRejection(error: unknown): boolean {
  const { code } = error instanceof KerbsideError ? error : {};
  if (code === undefined || code === 'unauthorized' || code === 'rate_limited') return false;
  return code === 'remote_refused' || Object.hasOwn(ERROR_STATUS, code);
}

/**
 * Decides what follows from a failed attempt.
 *
 * @param attempts the number of attempts, this one included
 * @param last why the previous attempt failed, if that is known
 */
export function classifyFailure(error: unknown, attempts: number, last?: DeliveryReason): Failure {
  if (!(error instanceof KerbsideError)) {
    // A bug of ours or of the platform. Report it, and keep the operation.
    return { type: 'block', reason: toDeliveryReason(error), isUnsent: true };
  }
  const reason = toDeliveryReason(error);
  const { retryAfterMs, sent } = error.details;
  const block: Failure = { type: 'block', reason, isUnsent: sent === false };
  const wait: Failure = {
    type: 'wait',
    reason,
    isInDoubt: mayHaveApplied(error),
    isUnreachable: false,
    minDelayMs: typeof retryAfterMs === 'number' ? retryAfterMs : 0,
  };
  switch (error.code) {
    case 'aborted':
    case 'closed':
      return { type: 'stop' };
    case 'unauthorized':
    case 'wrong_user':
    case 'token_failed':
      return { type: 'pause', pause: error.code, reason };
    case 'storage_full':
    case 'storage_unavailable':
    case 'storage_outdated':
      return { type: 'pause', pause: 'storage', reason };
    case 'timeout':
    case 'remote_unavailable':
      return { ...wait, isUnreachable: reason.status === undefined };
    case 'code_unavailable': // a chunk of the library could not be loaded
    case 'rate_limited':
    case 'remote_invalid':
      return wait;
    case 'conflict':
      return attempts < MAX_CONFLICTS || last?.code !== 'conflict' ? wait : block;
    default:
      return block;
  }
}
