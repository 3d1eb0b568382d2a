import type { KerbsideError } from '../errors.ts';

/**
 * The state of a live query at one moment. The object is immutable, and stays the same object until something changes.
 * Records that a change does not affect stay the same objects, too.
 *
 * | status | data | error |
 * |---|---|---|
 * | `loading` | undefined | undefined |
 * | `ready` | the result | undefined |
 * | `failed` | the last result. Undefined if there is none, or if the record no longer exists (`not_found`) | why the last read failed |
 */
export type Snapshot<Data> =
  | { readonly status: 'loading'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'ready'; readonly data: Data; readonly error: undefined }
  | { readonly status: 'failed'; readonly data: Data | undefined; readonly error: KerbsideError };

/** A query whose result follows the database, in this tab and all others. Its functions need no `this`. */
export interface LiveQuery<Data> {
  /**
   * Calls the handler after each change of the snapshot. The first subscriber starts the query, the last one ends it:
   * without subscribers nothing is read.
   *
   * @returns A function that unsubscribes.
   */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Returns the current snapshot. Without subscribers, it can be outdated. */
  readonly getSnapshot: () => Snapshot<Data>;
  /** Reads again, for example if the user wants to retry after an error. Without subscribers it does nothing. */
  readonly refresh: () => void;
  /** Resolves when the snapshot is no longer `loading`. Reads if nobody has subscribed yet. */
  readonly whenLoaded: () => Promise<void>;
}

/** The snapshot of a query that has not read yet. */
export const LOADING: Snapshot<never> = Object.freeze({
  status: 'loading',
  data: undefined,
  error: undefined,
});
