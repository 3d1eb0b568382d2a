/**
 * Live queries: results that follow the database, for any framework. Start at {@link liveQueries}.
 *
 * @packageDocumentation
 */
export { LiveController, type ReactiveHost } from './live-controller.ts';
export { type LiveQueries, liveQueries } from './live-queries.ts';
export type { FileProgress, ModelProgress } from './model-progress.ts';
export type {
  LiveInspection,
  LiveInspectionOptions,
  LiveInspections,
  LiveSource,
  LiveTask,
} from './query-sources.ts';
export type { LiveQuery, Snapshot } from './snapshot.ts';
