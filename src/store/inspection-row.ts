import type { InspectionStatus } from '../domain/enums.ts';
import { deriveInspectionStatus } from '../domain/task/task-status.ts';
import type { InspectionState } from '../rules/state.ts';
import type { Commit, ListQuery } from './store.ts';

/** A stored inspection: its whole state, and the fields that lists filter by. */
export interface InspectionRow {
  id: string;
  version: number;
  ownerId: string;
  /** IndexedDB omits records without a value from an index, so "none" is stored as `NO_ORGANIZATION`. */
  organizationId: string;
  status: InspectionStatus;
  deleted: boolean;
  /** The ids of the last commits, newest last. A repeated commit is recognized by its id. */
  commits: string[];
  state: InspectionState;
}

export const NO_ORGANIZATION = '';
const MAX_COMMIT_IDS = 32;

/** The fields of a row that decide whether a commit applies. */
export type RowVersion = Pick<InspectionRow, 'version' | 'commits'>;

/** Returns the row after a commit, or undefined if the inspection is not at the expected version. */
export function createNextRow(current: RowVersion | undefined, commit: Commit): InspectionRow | undefined {
  if ((current?.version ?? 0) !== commit.expectedVersion) return undefined;
  const { inspection, tasks } = commit.state;
  return {
    id: inspection.id,
    version: commit.expectedVersion + 1,
    ownerId: inspection.ownerId,
    organizationId: inspection.organizationId ?? NO_ORGANIZATION,
    status: deriveInspectionStatus(tasks),
    deleted: inspection.deletedAt !== undefined,
    commits: [...(current?.commits ?? []), commit.id].slice(-MAX_COMMIT_IDS),
    state: commit.state,
  };
}

/** Returns whether this commit was applied before: its first attempt succeeded, but the caller did not learn it. */
export function isAlreadyCommitted(current: RowVersion | undefined, commit: Commit): boolean {
  return current?.commits.includes(commit.id) ?? false;
}

/** Applies the filters of a list that no index covers. */
export function matchesFilters(row: InspectionRow, query: ListQuery): boolean {
  return (
    (query.includeDeleted || !row.deleted) && (query.status === undefined || row.status === query.status)
  );
}
