import * as v from 'valibot';
import { type Result, resultSchema } from '../result.ts';

const KEY = 'kerbside-phone-bench';
const MOST = 20;

/** The results of this browser, newest first, in its localStorage. */
export function keptResults(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const all = (): Result[] => {
    const kept: unknown = parsed(storage.getItem(KEY));
    const list = Array.isArray(kept) ? kept : [];
    // A result of an earlier version of this page with another schema is not comparable.
    return list.filter((one): one is Result => v.is(resultSchema, one));
  };
  const write = (results: Result[]) => storage.setItem(KEY, JSON.stringify(results.slice(0, MOST)));
  return {
    all,
    keep: (result: Result) => write([result, ...all().filter(({ id }) => id !== result.id)]),
    drop: (id: string) => write(all().filter((one) => one.id !== id)),
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
