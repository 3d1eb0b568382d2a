import { loadChunk } from '../../platform/load-chunk.ts';

/**
 * Loads what sends results and corrections of this device. An app that only records never needs it.
 *
 * @throws `model_unavailable` with `details.sent: false`: the operation waits and is retried.
 */
export const loadCorrections = () => loadChunk('sends corrections', () => import('./send-correction.ts'));
