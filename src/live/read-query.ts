import type { KerbsideEvent } from '../domain/events.ts';
import { isKerbsideError, KerbsideError } from '../errors.ts';
import { coalesce } from '../platform/coalesce.ts';
import { reportError } from '../platform/report-error.ts';
import { shareUnchanged } from './share-unchanged.ts';
import { type LiveQuery, LOADING, type Snapshot } from './snapshot.ts';

/** The read of a live query, and the events after which it reads again. */
export interface QuerySource<Data> {
  read(): Promise<Data>;
  /**
   * Returns true if the event may change the result.
   *
   * @param data - The last result, if there is one.
   */
  isAffectedBy(event: KerbsideEvent, data: Data | undefined): boolean;
  /**
   * Returns the least time between two reads, in milliseconds.
   *
   * @default 0
   */
  getPauseMs?(data: Data | undefined): number;
}

/** Calls the handler for each event, until the returned function is called. */
export type Listen = (onEvent: (event: KerbsideEvent) => void) => () => void;

/**
 * A query that reads at its first subscription and after each event that changes its data.
 *
 * It listens before it reads, so that no change is missed. Reads never overlap, and events that come at once cause one
 * read. It ends one microtask after the last subscriber left: a view that unsubscribes and subscribes again at once, like
 * an effect under React's StrictMode, does not read twice.
 */
export class ReadQuery<Data> implements LiveQuery<Data> {
  readonly #source: QuerySource<Data>;
  readonly #listen: Listen;
  readonly #subscribers = new Set<{ notify: () => void }>();
  readonly #requestRead: () => void;
  #snapshot: Snapshot<Data> = LOADING;
  #stopListening: (() => void) | undefined;
  #loaded: Promise<void> | undefined;

  constructor(source: QuerySource<Data>, listen: Listen) {
    this.#source = source;
    this.#listen = listen;
    this.#requestRead = coalesce(
      () => this.#read(),
      () => source.getPauseMs?.(this.#snapshot.data) ?? 0,
    );
  }

  /** True if somebody has subscribed. */
  get isActive(): boolean {
    return this.#subscribers.size > 0;
  }

  readonly getSnapshot = (): Snapshot<Data> => this.#snapshot;

  readonly refresh = (): void => this.#requestRead();

  readonly subscribe = (onChange: () => void): (() => void) => {
    const subscriber = { notify: onChange }; // an object: one function may subscribe twice
    this.#subscribers.add(subscriber);
    this.#start();
    return () => {
      if (this.#subscribers.delete(subscriber)) queueMicrotask(() => this.#endIfUnused());
    };
  };

  readonly whenLoaded = (): Promise<void> => {
    this.#loaded ??= new Promise((resolve) => {
      const unsubscribe = this.subscribe(() => check());
      const check = () => {
        if (this.#snapshot.status === 'loading') return;
        unsubscribe();
        resolve();
      };
      check();
    });
    return this.#loaded;
  };

  #start(): void {
    if (this.#stopListening) return;
    this.#stopListening = this.#listen((event) => {
      if (this.#source.isAffectedBy(event, this.#snapshot.data)) this.#requestRead();
    });
    this.#requestRead();
  }

  #endIfUnused(): void {
    if (this.isActive) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  async #read(): Promise<void> {
    if (this.#snapshot.status !== 'loading') await nextTask();
    if (this.isActive) this.#show(await this.#readSnapshot());
  }

  async #readSnapshot(): Promise<Snapshot<Data>> {
    try {
      return { status: 'ready', data: await this.#source.read(), error: undefined };
    } catch (cause) {
      const error = toKerbsideError(cause);
      const data = error.code === 'not_found' ? undefined : this.#snapshot.data;
      return { status: 'failed', data, error };
    }
  }

  #show(read: Snapshot<Data>): void {
    const { status, data, error } = this.#snapshot;
    const shared = shareUnchanged(data, read.data);
    if (read.status === status && shared === data && isSameError(error, read.error)) return;
    this.#snapshot = Object.freeze({ ...read, data: shared } as Snapshot<Data>);
    for (const { notify } of [...this.#subscribers]) {
      try {
        notify();
      } catch (error) {
        reportError(error); // a bug in the app. The other subscribers are still notified
      }
    }
  }
}

/** A commit emits several events, and other tabs get each as a task of its own: one read follows all of them. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function isSameError(one: KerbsideError | undefined, other: KerbsideError | undefined): boolean {
  return one?.code === other?.code && one?.message === other?.message;
}

function toKerbsideError(cause: unknown): KerbsideError {
  if (isKerbsideError(cause)) return cause;
  return new KerbsideError('storage_unavailable', `The query failed: ${String(cause)}`, { cause });
}
