import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import { KerbsideError } from '../../errors.ts';

/** Converts an error to the reason that is stored with an operation and shown in the sync status. */
export function toDeliveryReason(error: unknown): DeliveryReason {
  if (!(error instanceof KerbsideError))
    return { code: 'unexpected', message: error instanceof Error ? error.message : String(error) };
  const { code, message, details } = error;
  const { status, requestId } = details;
  return {
    code,
    message,
    ...(typeof status === 'number' && { status }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}
