import type { InspectionStatus } from '../domain/enums.ts';
import type { InspectionState } from '../rules/state.ts';
import { inspectionStatus } from '../rules/task-states.ts';
import type { Commit, ListQuery } from './store.ts';

/** How an inspection is kept: whole, beside what lists are filtered by. */
export interface Row {
  id: string;
  version: number;
  ownerId: string;
  /** IndexedDB leaves records without a value out of an index, so "none" is a text as well. */
  organizationId: string;
  status: InspectionStatus;
  deleted: boolean;
  /** The commits that led here, newest last: enough to recognise one that is tried again. */
  commits: string[];
  state: InspectionState;
}

export const NO_ORGANIZATION = '';
const COMMITS_REMEMBERED = 32;

/** What of a row decides whether a commit is done. */
export type CommittedRow = Pick<Row, 'version' | 'commits'>;

/** The row after a commit, or undefined when the inspection has moved on since it was decided. */
export function committed(current: CommittedRow | undefined, commit: Commit): Row | undefined {
  if ((current?.version ?? 0) !== commit.expectedVersion) return undefined;
  const { inspection, tasks } = commit.state;
  return {
    id: inspection.id,
    version: commit.expectedVersion + 1,
    ownerId: inspection.ownerId,
    organizationId: inspection.organizationId ?? NO_ORGANIZATION,
    status: inspectionStatus(tasks),
    deleted: inspection.deletedAt !== undefined,
    commits: [...(current?.commits ?? []), commit.id].slice(-COMMITS_REMEMBERED),
    state: commit.state,
  };
}

export function isCommitted(current: CommittedRow | undefined, commit: Commit): boolean {
  return current?.commits.includes(commit.id) ?? false;
}

/** What a list shows of a scope: the filters that no index answers. */
export function isListed(row: Row, query: ListQuery): boolean {
  return (
    (query.includeDeleted || !row.deleted) && (query.status === undefined || row.status === query.status)
  );
}
