import { loadChunk } from '../../platform/load-chunk.ts';

/**
 * Loads what finds out what the service has. Recording and sending do not need it until an operation is in doubt, starts a
 * task, deletes or restores something.
 *
 * @throws `model_unavailable` with `details.sent: false`: the operation waits and is retried.
 */
export const loadReconciling = () =>
  loadChunk('finds out what the service has', () => import('./reconciling.ts'));
