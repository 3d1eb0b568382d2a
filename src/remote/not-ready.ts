import { KerbsideError } from '../errors.ts';
import { PDF_NOT_REQUESTED } from '../wire/pdf.ts';

/** A report that is not there yet is refused with 422; by the message, waiting helps or it does not. */
export function notReady(error: unknown): unknown {
  if (!(error instanceof KerbsideError) || error.details.status !== 422) return error;
  const requested = !error.message.includes(PDF_NOT_REQUESTED);
  return new KerbsideError('report_not_ready', error.message, {
    details: { ...error.details, requested },
    cause: error,
    retryable: requested,
  });
}
