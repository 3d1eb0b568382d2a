/**
 * Live queries: results that follow the database, for any framework. Start at {@link liveQueries}.
 *
 * @packageDocumentation
 */
export {
  type LiveInspection,
  type LiveInspections,
  type LiveQueries,
  type LiveSource,
  type LiveTask,
  liveQueries,
} from './live-queries.ts';
export type { FileProgress, ModelProgress } from './model-progress.ts';
export type { LiveQuery, Snapshot } from './snapshot.ts';
