import type { Commit } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';
import { hasFollowUps } from './follow-ups.ts';
import { createMemoryBlobStore } from './memory-blob-store.ts';
import { PostgresStore } from './postgres-store.ts';

const rejectQuery = () =>
  Promise.reject(new Error('A request that only creates an inspection has read or changed something else.'));

/** Rejects every statement. */
export const NO_QUERIES: Queries = { query: rejectQuery, transaction: rejectQuery };

/**
 * The store of a request that does nothing but create one inspection, without photos and work. It keeps the commit, to be written
 * with the response in one statement. Every other call fails.
 */
export class NewInspectionStore extends PostgresStore {
  #commit: Commit | undefined;

  constructor() {
    super(NO_QUERIES, createMemoryBlobStore());
  }

  /** What is to be written. */
  get created(): Commit {
    if (!this.#commit) throw new Error('The request has created no inspection.');
    return this.#commit;
  }

  override async commit(commit: Commit): Promise<boolean> {
    const isOnlyNew =
      commit.expectedVersion === 0 && commit.photos.length === 0 && !hasFollowUps(commit.state);
    if (this.#commit || !isOnlyNew) return rejectQuery();
    this.#commit = commit;
    return true;
  }
}
