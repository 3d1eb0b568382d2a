import { loadChunk } from '../../platform/load-chunk.ts';

const PURPOSE = 'reads what the service has';

/**
 * Loads what finds out whether the service has a record. Recording and sending do not need it until an operation is in doubt, or
 * restores something.
 *
 * @throws `model_unavailable` with `details.sent: false`: the operation waits and is retried.
 */
export const loadReconciling = () => loadChunk(PURPOSE, () => import('./reconciling.ts'));

/**
 * Loads what removes records that the browser created twice: before a task starts, and before something is deleted.
 *
 * @throws `model_unavailable` with `details.sent: false`: the operation waits and is retried.
 */
export const loadDuplicates = () => loadChunk(PURPOSE, () => import('./duplicates.ts'));
