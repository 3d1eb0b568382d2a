import * as Comlink from 'comlink';
import { fromPlainError, type PlainError, toPlainError } from '../errors.ts';

/** The methods of a worker. Arguments and results must be cloneable. */
export type WorkerMethods = Record<string, (...args: never[]) => Promise<unknown>>;

type CallOutcome = { value: unknown } | { error: PlainError };

/** The interface that comlink exposes. Errors are sent as values: comlink would rebuild them as plain `Error`s. */
interface Boundary {
  call(method: string, args: unknown[]): Promise<CallOutcome>;
  /**
   * Makes the worker hold a lock until it ends. No event reports every end of a worker; see worker-client.ts.
   *
   * @returns false if there are no Web Locks.
   */
  holdLock(lockName: string): Promise<boolean>;
}

/** A connection to a worker, on the page's side. */
interface WorkerConnection<Methods extends WorkerMethods> {
  /** The worker's methods. They reject with the errors that the worker throws. */
  methods: Methods;
  holdLock: Boundary['holdLock'];
}

/** Serves methods from a worker. Call it once, in the worker's entry. */
export function serveWorker(methods: WorkerMethods, endpoint?: Comlink.Endpoint): void {
  const boundary: Boundary = {
    async call(method, args) {
      try {
        // The client's proxy has the types of `methods`, so the arguments fit.
        const value = await methods[method]?.(...(args as never[]));
        return Comlink.transfer({ value }, findTransferables(value));
      } catch (error) {
        return { error: toPlainError(error, 'engine_failed') };
      }
    },
    holdLock: holdLockForever,
  };
  Comlink.expose(boundary, endpoint);
}

/** Connects the page to a worker that calls `serveWorker`. */
export function connectWorker<Methods extends WorkerMethods>(worker: Worker): WorkerConnection<Methods> {
  const boundary = Comlink.wrap<Boundary>(worker);
  const methods = new Proxy({} as Methods, {
    get: (_target, method) => {
      if (typeof method !== 'string' || method === 'then') return undefined;
      return async (...args: unknown[]) => {
        const outcome = await boundary.call(method, Comlink.transfer(args, args.filter(isVideoFrame)));
        if ('error' in outcome) throw fromPlainError(outcome.error);
        return outcome.value;
      };
    },
  });
  return { methods, holdLock: (lockName) => boundary.holdLock(lockName) };
}

/** Returns whether an argument is a camera frame. It moves to the worker: a copy would hold the camera's buffer. */
function isVideoFrame(value: unknown): value is VideoFrame {
  return typeof VideoFrame !== 'undefined' && value instanceof VideoFrame;
}

async function holdLockForever(lockName: string): Promise<boolean> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return false;
  return new Promise((resolve) => {
    void locks.request(lockName, () => {
      resolve(true);
      return new Promise<never>(() => {});
    });
  });
}

/** Returns the buffers of a result, to move them instead of copying. */
function findTransferables(value: unknown): Transferable[] {
  if (typeof value !== 'object' || value === null) return [];
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return Object.values(value).flatMap((member) =>
    ArrayBuffer.isView(member) ? [member.buffer as ArrayBuffer] : [],
  );
}
