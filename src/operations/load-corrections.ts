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
  let loaded: Promise<CorrectionOperations> | undefined;
  const load = () => {
    loaded ??= loadChunk('corrects results', async () => {
      const { correctionOperations } = await import('./corrections.ts');
      return correctionOperations(host);
    }).catch((error: unknown) => {
      loaded = undefined; // the next call tries again
      throw error;
    });
    return loaded;
  };
  if (isLikely) load().catch(() => {}); // the call that needs them throws
  return {
    damages: {
      createOne: async (...args) => (await load()).damages.createOne(...args),
      deleteOne: async (...args) => (await load()).damages.deleteOne(...args),
      correctOne: async (...args) => (await load()).damages.correctOne(...args),
      restoreOne: async (...args) => (await load()).damages.restoreOne(...args),
      confirmOne: async (...args) => (await load()).damages.confirmOne(...args),
    },
    severities: {
      createOne: async (...args) => (await load()).severities.createOne(...args),
      updateOne: async (...args) => (await load()).severities.updateOne(...args),
    },
  };
}
