/** Node has no `reportError`. */
const pageGlobals = globalThis as { reportError?: (error: unknown) => void };

/** Reports an error that nobody can catch, as an uncaught one: the app's own handler threw it. */
export function reportError(error: unknown): void {
  (pageGlobals.reportError ?? console.error)(error);
}
