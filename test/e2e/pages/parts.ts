import { isKerbsideError, type Kerbside, openKerbside } from 'kerbside';
import { deviceModels } from '../../../src/inference/index.ts';
import { remoteSync } from '../../../src/sync/index.ts';

/** An app whose bundler splits the lazily loaded parts of the library into chunks. */
export interface PartsApp {
  kerbside: Kerbside;
  /** Opens another instance, without models, that sends to a service. */
  openSynced(baseUrl: string): Promise<void>;
  /** Set by `openSynced`. */
  synced?: Kerbside;
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
    models: deviceModels({
      workers: '/kerbside/workers/',
      folder: '/models/',
      licence: 'research',
      engine: 'wasm',
    }),
  }),
  async openSynced(baseUrl) {
    window.parts.synced = await openKerbside({
      user: { id: 'ann' },
      database: 'synced',
      sync: remoteSync({ baseUrl, getToken: () => 'token' }),
    });
  },
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
