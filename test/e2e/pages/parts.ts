import { isKerbsideError, type Kerbside, openKerbside } from 'kerbside';

/** An app whose bundler splits the lazily loaded parts of the library into chunks. */
export interface PartsApp {
  kerbside: Kerbside;
  /** Returns how a call ended: done, a KerbsideError, or another error as text. */
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
    modelLicence: 'research',
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
