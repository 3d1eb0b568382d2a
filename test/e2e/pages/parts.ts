import { isKerbsideError, type Kerbside, openKerbside } from 'kerbside';

/** An app whose bundler made files of their own of the parts that the library loads when it needs them. */
export interface PartsApp {
  kerbside: Kerbside;
  /** What came of a call: nothing bad, an error of the library, or anything else in words. */
  outcomeOf(call: Promise<unknown>): Promise<Outcome>;
}

export type Outcome = 'done' | { code: string; message: string; retryable: boolean } | { foreign: string };

declare global {
  interface Window {
    parts: PartsApp;
  }
}

window.parts = {
  kerbside: await openKerbside({
    user: { id: 'ann' },
    workers: '/kerbside/workers/',
    models: '/models/',
    engine: 'wasm',
  }),
  outcomeOf: (call) =>
    call.then(
      () => 'done' as const,
      (error: unknown) => {
        if (!isKerbsideError(error)) return { foreign: String(error) };
        const { code, message, retryable } = error;
        return { code, message, retryable };
      },
    ),
};
