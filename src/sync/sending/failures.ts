import type { DeliveryReason } from '../../domain/delivery.ts';
import type { HoldReason } from '../../domain/sync.ts';
import { KerbsideError } from '../../errors.ts';
import { mayHaveApplied } from '../../remote/response-error.ts';
import { REFUSALS } from '../../wire/error.ts';

/** What follows from a failed attempt. */
export type Failure =
  /** Try again later. `atLeastMs`: as the service asked, of everybody. */
  | { type: 'wait'; reason: DeliveryReason; unanswered: boolean; atLeastMs: number; unreachable: boolean }
  /** Nothing at all can be sent now; the operation itself is as it was. */
  | { type: 'hold'; hold: HoldReason; reason: DeliveryReason }
  /** The service refused this operation; or, where `unsent`, only what had to be asked before it could be sent. */
  | { type: 'block'; reason: DeliveryReason; unsent: boolean }
  /** This tab is being closed: whoever sends next takes it up. */
  | { type: 'stop' };

/** A service that keeps saying "somebody else changes this right now" has refused; attempts that were lost on the way are not its word. */
const CONFLICTS_TOLERATED = 5;

/** `attempts`: this one included. `last`: why the one before failed, where that is known. */
export function classify(error: unknown, attempts: number, last?: DeliveryReason): Failure {
  if (!(error instanceof KerbsideError)) {
    // A fault of ours or of the platform: tell it, and do not lose the operation over it.
    return { type: 'block', reason: reasonOf(error), unsent: true };
  }
  const reason = reasonOf(error);
  const unanswered = mayHaveApplied(error);
  const { retryAfterMs, sent } = error.details;
  const block: Failure = { type: 'block', reason, unsent: sent === false };
  const wait: Failure = {
    type: 'wait',
    reason,
    unanswered,
    unreachable: false,
    atLeastMs: typeof retryAfterMs === 'number' ? retryAfterMs : 0,
  };
  switch (error.code) {
    case 'aborted':
    case 'closed':
      return { type: 'stop' };
    case 'unauthorized':
    case 'wrong_user':
      return { type: 'hold', hold: error.code, reason };
    case 'storage_full':
    case 'storage_unavailable':
    case 'storage_outdated':
      return { type: 'hold', hold: 'storage', reason };
    case 'timeout':
    case 'remote_unavailable':
      return { ...wait, unreachable: reason.status === undefined };
    case 'rate_limited':
    case 'remote_invalid':
      return wait;
    case 'conflict':
      return attempts < CONFLICTS_TOLERATED || last?.code !== 'conflict' ? wait : block;
    default:
      return block;
  }
}

/** A failure in words, for who looks at what is not sent. */
export function reasonOf(error: unknown): DeliveryReason {
  if (!(error instanceof KerbsideError))
    return { code: 'unexpected', message: error instanceof Error ? error.message : String(error) };
  const { code, message, details } = error;
  return { code, message, ...(typeof details.status === 'number' && { status: details.status }) };
}

/**
 * The service answered that it will not do it, whoever asks and whenever. Told by the code: the details of a refused
 * task update have the task's own status where others have that of the answer.
 */
export function isRefusal(error: unknown): boolean {
  const { code } = error instanceof KerbsideError ? error : {};
  if (code === undefined || code === 'unauthorized' || code === 'rate_limited') return false;
  return code === 'remote_refused' || Object.hasOwn(REFUSALS, code);
}
