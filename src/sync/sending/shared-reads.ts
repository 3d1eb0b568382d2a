import type { Clock } from '../../platform/clock.ts';
import type { RemotePort } from './remote-port.ts';

type Read = (...args: unknown[]) => Promise<unknown>;

const SHARED_MS = 1_000;

/**
 * One answer for all who ask the same within a moment: forty operations that a dead tab had in hand look through the same
 * lists, and what could be sent at once must not wait behind them. What failed is asked again.
 */
export function sharedReads(remote: RemotePort, clock: Pick<Clock, 'after'>): RemotePort {
  const answers = new Map<string, Promise<unknown>>();
  const shared =
    (name: string, read: Read): Read =>
    (...args) => {
      const key = JSON.stringify([name, ...args.slice(0, -1)]); // the last are options, and not what is asked for
      const before = answers.get(key);
      if (before) return before;
      const answer = read(...args);
      answers.set(key, answer);
      const forget = () => answers.delete(key);
      answer.then(() => clock.after(SHARED_MS, forget), forget);
      return answer;
    };
  const { listInspections, listImages, getInspection } = remote;
  const reads = Object.entries({ listInspections, listImages, getInspection }).map(
    ([name, read]) => [name, shared(name, read as Read)] as const,
  );
  return { ...remote, ...Object.fromEntries(reads) };
}
