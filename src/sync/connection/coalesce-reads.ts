import type { Clock } from '../../platform/clock.ts';
import type { RemotePort } from './remote-port.ts';

type Read = (...args: unknown[]) => Promise<unknown>;

/** How long a response is reused. */
const REUSE_MS = 1_000;

/**
 * Returns calls that share one request for equal reads within a second.
 *
 * After a tab died, up to 40 operations search the same lists. Without this, new operations would wait behind those
 * reads. Failed reads are not reused.
 */
export function coalesceReads(remote: RemotePort, clock: Pick<Clock, 'after'>): RemotePort {
  const responses = new Map<string, Promise<unknown>>();
  const coalesce =
    (name: string, read: Read): Read =>
    (...args) => {
      const key = JSON.stringify([name, ...args.slice(0, -1)]); // the last argument is the call's options
      const shared = responses.get(key);
      if (shared) return shared;
      const response = read(...args);
      responses.set(key, response);
      const forget = () => responses.delete(key);
      response.then(() => clock.after(REUSE_MS, forget), forget);
      return response;
    };
  const { listInspections, listImages, getInspection } = remote;
  const reads = Object.entries({ listInspections, listImages, getInspection }).map(
    ([name, read]) => [name, coalesce(name, read as Read)] as const,
  );
  return { ...remote, ...Object.fromEntries(reads) };
}
