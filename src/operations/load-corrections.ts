import { loadChunk } from '../platform/load-chunk.ts';
import type { CorrectionOperations } from './corrections.ts';
import type { Host } from './host.ts';

/**
 * Creates the operations of `corrections.ts`, which it loads with the first call: an app that only records and sends never
 * needs them.
 *
 * @param isLikely - Whether they will be needed, perhaps without a network: then they are loaded now.
 */
export function lazyCorrections(host: Host, isLikely: boolean): CorrectionOperations {
  let operations: CorrectionOperations | undefined;
  const load = async () => {
    const chunk = await loadChunk('corrects results', () => import('./corrections.ts'));
    operations ??= chunk.correctionOperations(host);
    return operations;
  };
  /** Calls an operation, at once if it is loaded: photos of views are recorded in the order of the calls. */
  const call = async <T>(use: (loaded: CorrectionOperations) => Promise<T>): Promise<T> =>
    use(operations ?? (await load()));
  if (isLikely) load().catch(() => {}); // the call that needs them throws
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
