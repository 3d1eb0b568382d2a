import { isKerbsideError } from '../errors.ts';
import type { Host } from './host.ts';
import { loadRare } from './load-rare.ts';
import type { Runners, RunnersOptions } from './runners.ts';

/** Runners whose code may still be loading. */
export interface StartedRunners {
  retryUnavailableModels(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the runners as soon as their code is loaded: an app that only records and sends has no analyzer and needs none. They
 * find what was recorded before. If the code cannot be loaded, tasks wait until the network is back.
 */
export function startRunners(host: Host, options: RunnersOptions): StartedRunners {
  const stop = new AbortController();
  let runners: Runners | undefined;
  const start = async () => {
    const loaded = await loadRare('runs tasks');
    if (stop.signal.aborted || runners) return;
    unsubscribe();
    runners = new loaded.Runners(host, options);
    await runners.start();
  };
  // Without a network, it is tried again when that is back. Without a store, the next start finds the open tasks.
  const tryStart = () => start().catch(ignoreKerbsideError);
  const unsubscribe = host.platform.onOnline(() => void tryStart());
  void tryStart();
  return {
    async retryUnavailableModels() {
      await runners?.retryUnavailableModels();
    },
    async close() {
      stop.abort();
      unsubscribe();
      await runners?.close();
    },
  };
}

function ignoreKerbsideError(error: unknown): void {
  if (!isKerbsideError(error)) throw error;
}
