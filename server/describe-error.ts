import { KerbsideError } from '../src/errors.ts';

/** Returns the message of an error with its cause, for the log. Clients do not get the cause. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return cause ? `${error.message.replace(/\.$/, '')}: ${cause}` : error.message;
}

/** Returns the stack of an unexpected error, otherwise its message with the cause. */
export function describeErrorWithStack(error: unknown): string {
  const isUnexpected = error instanceof Error && !(error instanceof KerbsideError);
  return (isUnexpected && error.stack) || describeError(error);
}
