import { isKerbsideError } from '../errors.ts';
import { loadChunk } from '../platform/load-chunk.ts';
import type { Background, BackgroundOptions } from './background.ts';
import type { CorrectionOperations } from './corrections.ts';
import type { Host } from './host.ts';

/**
 * Loads what recording a JPEG photo does not need: runs tasks, corrects results, reads other photos, zip files and bug reports.
 *
 * `openKerbside` requests it at once, because photos are taken where there is no network. Most calls find it loaded.
 *
 * @param purpose - What the caller needs it for ("rotates photos"), for the error message.
 * @throws `code_unavailable` (retryable) if its file cannot be loaded.
 */
export const loadRare = (purpose: string) => loadChunk(purpose, () => import('./rare.ts'));

/** Returns the operations with which a user corrects results. Each call waits until their code is loaded. */
export function lazyCorrections(host: Host): CorrectionOperations {
  let operations: CorrectionOperations | undefined;
  const load = async () => {
    const chunk = await loadRare('corrects results');
    operations ??= chunk.correctionOperations(host);
    return operations;
  };
  /** Calls an operation, at once if it is loaded: photos of views are recorded in the order of the calls. */
  const call = async <T>(use: (loaded: CorrectionOperations) => Promise<T>): Promise<T> =>
    use(operations ?? (await load()));
  return {
    damages: {
      createOne: (...args) => call(({ damages }) => damages.createOne(...args)),
      deleteOne: (...args) => call(({ damages }) => damages.deleteOne(...args)),
      correctOne: (...args) => call(({ damages }) => damages.correctOne(...args)),
      restoreOne: (...args) => call(({ damages }) => damages.restoreOne(...args)),
      confirmOne: (...args) => call(({ damages }) => damages.confirmOne(...args)),
    },
    views: {
      createOne: (...args) => call(({ views }) => views.createOne(...args)),
      deleteOne: (...args) => call(({ views }) => views.deleteOne(...args)),
    },
    severities: {
      createOne: (...args) => call(({ severities }) => severities.createOne(...args)),
      updateOne: (...args) => call(({ severities }) => severities.updateOne(...args)),
    },
  };
}

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
