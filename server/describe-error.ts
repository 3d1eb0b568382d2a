import { KerbsideError } from '../src/errors.ts';

/** What went wrong, for the log of whoever runs the service: with the cause, which clients are not told. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause ? `${error.message.replace(/\.$/, '')}: ${cause}` : error.message;
}

/** The same; of a fault that nobody foresaw, where it is. */
export function describeErrorWithStack(error: unknown): string {
  const isUnforeseen = error instanceof Error && !(error instanceof KerbsideError);
  return (isUnforeseen && error.stack) || describeError(error);
}
