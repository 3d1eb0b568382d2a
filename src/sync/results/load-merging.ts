import { loadChunk } from '../../platform/load-chunk.ts';

/** Loads what merges the service's results into local records. An app that awaits no results never needs it. */
export const loadMerging = () => loadChunk('merges results of the service', () => import('./merging.ts'));
