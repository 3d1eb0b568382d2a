import { isKerbsideError } from '../errors.ts';
import type { Background, BackgroundOptions } from './background.ts';
import type { Host } from './host.ts';
import { loadRare } from './load-rare.ts';

/** Background work whose code may still be loading. */
export type StartedBackground = Pick<Background, 'retryUnavailableModels' | 'close'>;

/**
 * Starts the background work as soon as its code is loaded: an app that only records and sends has no analyzer and needs none.
 * It finds what was recorded before. If the code cannot be loaded, tasks wait until the network is back.
 */
export function startBackground(host: Host, options: BackgroundOptions): StartedBackground {
  const stop = new AbortController();
  let background: Background | undefined;
  const start = async () => {
    const loaded = await loadRare('runs tasks');
    if (stop.signal.aborted || background) return;
    unsubscribe();
    background = new loaded.Background(host, options);
    await background.start();
  };
  // Without a network, it is tried again when that is back. Without a store, the next start finds the open tasks.
  const tryStart = () => start().catch(ignoreKerbsideError);
  const unsubscribe = host.platform.onOnline(() => void tryStart());
  void tryStart();
  return {
    async retryUnavailableModels() {
      await background?.retryUnavailableModels();
    },
    async close() {
      stop.abort();
      unsubscribe();
      await background?.close();
    },
  };
}

function ignoreKerbsideError(error: unknown): void {
  if (!isKerbsideError(error)) throw error;
}
