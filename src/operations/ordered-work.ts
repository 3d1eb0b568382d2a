import { orAborted } from '../platform/or-aborted.ts';

/** Work of two steps: several are prepared side by side, then finished one at a time, in the order of asking. */
export interface InOrder {
  /**
   * Work of one key only waits for work of the same key. One that fails, or whose signal aborts, is left out: those
   * after it go on as soon as those before it have ended.
   */
  run<Prepared, T>(
    key: string,
    steps: { prepare(): Promise<Prepared>; finish(prepared: Prepared): Promise<T> },
    signal?: AbortSignal,
  ): Promise<T>;
}

/** `atOnce`: how many of a key are prepared and not finished, at most. */
export function createInOrder(atOnce: number): InOrder {
  /** By key, the ends of those asked for last: each ends after all before it. */
  const lines = new Map<string, Promise<void>[]>();
  return {
    run(key, { prepare, finish }, signal) {
      const line = lines.get(key) ?? [];
      const [room, before] = [line.at(-atOnce), line.at(-1)];
      const prepared = async () => {
        await room;
        const made = await prepare();
        await before;
        return made;
      };
      const result = orAborted(prepared(), signal).then(finish);
      const end = Promise.allSettled([before, result]).then(() => {
        if (lines.get(key)?.at(-1) === end) lines.delete(key);
      });
      lines.set(key, [...line, end].slice(-atOnce));
      return result;
    },
  };
}
