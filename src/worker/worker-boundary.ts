import * as Comlink from 'comlink';
import { fromPlainError, type PlainError, toPlainError } from '../errors.ts';

/** The methods of a worker: each takes what can be cloned and answers a promise of the same. */
// biome-ignore lint/suspicious/noExplicitAny: the widest type that every method list is assignable to
export type WorkerMethods = Record<string, (...args: any[]) => Promise<unknown>>;

type Outcome = { value: unknown } | { error: PlainError };

/**
 * What crosses comlink: comlink rebuilds errors as plain `Error`s, so failures travel as values instead.
 * `alive` lets the page learn of a death that no event tells of (see worker-client.ts).
 */
interface Boundary {
  call(method: string, args: unknown[]): Promise<Outcome>;
  alive(lockName: string): Promise<boolean>;
}

/** The worker's side. Call once, in the worker's entry. */
export function serveWorker(methods: WorkerMethods, endpoint?: Comlink.Endpoint): void {
  const boundary: Boundary = {
    async call(method, args) {
      try {
        const value = await methods[method]?.(...args);
        return Comlink.transfer({ value }, transferables(value));
      } catch (error) {
        return { error: toPlainError(error, 'engine_failed') };
      }
    },
    alive: holdForLife,
  };
  Comlink.expose(boundary, endpoint);
}

/** The page's side: the worker's methods, rejecting with the errors that the worker threw. */
export function callWorker<Methods extends WorkerMethods>(
  worker: Worker,
): { methods: Methods; alive: Boundary['alive'] } {
  const boundary = Comlink.wrap<Boundary>(worker);
  const methods = new Proxy({} as Methods, {
    get: (_target, method) => {
      if (typeof method !== 'string' || method === 'then') return undefined;
      return async (...args: unknown[]) => {
        const outcome = await boundary.call(method, args);
        if ('error' in outcome) throw fromPlainError(outcome.error);
        return outcome.value;
      };
    },
  });
  return { methods, alive: (lockName) => boundary.alive(lockName) };
}

/** Takes a lock and keeps it until this worker ends, however it ends. */
async function holdForLife(lockName: string): Promise<boolean> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return false;
  return new Promise((resolve) => {
    void locks.request(lockName, () => {
      resolve(true);
      return new Promise<never>(() => {});
    });
  });
}

/** Large results are moved, not copied. */
function transferables(value: unknown): Transferable[] {
  if (typeof value !== 'object' || value === null) return [];
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return Object.values(value).flatMap((member) =>
    ArrayBuffer.isView(member) ? [member.buffer as ArrayBuffer] : [],
  );
}
