import { use, useSyncExternalStore } from 'react';
import { KerbsideError } from '../errors.ts';
import { type LiveQueries, type LiveQuery, liveQueries, type Snapshot } from '../live/index.ts';
import { LOADING } from '../live/snapshot.ts';
import { useSession } from './provider.ts';

/** A snapshot that has data. */
export type Loaded<Data> =
  | { readonly status: 'ready'; readonly data: Data; readonly error: undefined }
  | { readonly status: 'failed'; readonly data: Data; readonly error: KerbsideError };

/** Options of hooks. */
export interface LiveOptions {
  /**
   * Suspends until there is data, and throws errors for the nearest error boundary. On the server, the fallback of the
   * `Suspense` boundary is rendered.
   *
   * @default false
   */
  suspense?: boolean;
}

const getLoading = () => LOADING;
const neverChanges = () => () => {};

/** Returns the snapshot of a live query, and renders again when it changes. Without a query it is `loading`. */
export function useLiveQuery<Data>(query: LiveQuery<Data> | undefined): Snapshot<Data> {
  return useSyncExternalStore(query?.subscribe ?? neverChanges, query?.getSnapshot ?? getLoading, getLoading);
}

/** Returns the snapshot of the query that `select` returns, once Kerbside is open. */
export function useSelected<Data>(
  select: (queries: LiveQueries) => LiveQuery<Data> | undefined,
  { suspense = false }: LiveOptions = {},
): Snapshot<Data> {
  const { kerbside, opened } = useSession();
  // React wants `use` in each rendering, also when the promise has resolved.
  const available = suspense ? use(inBrowser(opened)) : kerbside;
  const query = available && select(liveQueries(available));
  if (suspense && query) use(query.whenLoaded());
  const snapshot = useLiveQuery(query);
  if (suspense && snapshot.error && snapshot.data === undefined) throw snapshot.error;
  return snapshot;
}

/** Next renders the fallback for an error with this digest. For others, it ends `next build` and reports them in the browser. */
const NEXT_CLIENT_ONLY = 'BAILOUT_TO_CLIENT_SIDE_RENDERING';

/** On the server, a promise that never resolves would hold the response. An error makes React render the fallback. */
function inBrowser<T>(promise: Promise<T>): Promise<T> {
  if (typeof window !== 'undefined') return promise;
  const error = new KerbsideError(
    'unsupported',
    'Kerbside runs in the browser: put a Suspense boundary around what uses `suspense: true`.',
  );
  throw Object.assign(error, { digest: NEXT_CLIENT_ONLY });
}
