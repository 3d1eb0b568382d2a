import type { InspectionEvent, KerbsideEvent, TabMessage } from '../domain/events.ts';
import type { Channel } from '../platform/ports.ts';
import { reportError } from '../platform/report-error.ts';

/** A message between the tabs of a database. */
export type HubEvent = KerbsideEvent | TabMessage;

/** Emits events to this tab and to the other tabs of the same database, in commit order. */
export class EventHub {
  readonly #handlers = new Set<(event: HubEvent) => void>();
  readonly #channel: Channel;
  readonly #closed = new AbortController();

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.onMessage((message) => this.#dispatch(message as HubEvent));
  }

  /** Emits an event in all tabs. */
  publish(event: HubEvent): void {
    this.emitLocal(event);
    if (!this.#closed.signal.aborted) this.#channel.post(event);
  }

  /** Emits an event in this tab only. */
  emitLocal(event: HubEvent): void {
    this.#dispatch(event);
  }

  /**
   * Calls the handler for each event of a type.
   *
   * @returns A function that removes the handler.
   */
  on<Type extends HubEvent['type']>(
    type: Type,
    handler: (event: Extract<HubEvent, { type: Type }>) => void,
  ): () => void {
    return this.#subscribe((event) => {
      if (event.type === type) handler(event as Extract<HubEvent, { type: Type }>);
    });
  }

  /**
   * Calls the handler for every event.
   *
   * @returns A function that removes the handler.
   */
  onAny(handler: (event: HubEvent) => void): () => void {
    return this.#subscribe(handler);
  }

  /**
   * Returns the future events of one inspection. The iterator ends when its loop ends, the signal aborts or Kerbside is
   * closed. Events are buffered for a slow reader; none is dropped.
   *
   * @param alias - Resolves to a second id of the inspection, if it has one. Events of other inspections are buffered
   * until then.
   */
  watch(
    inspectionId: string,
    signal?: AbortSignal,
    alias?: Promise<string | undefined>,
  ): AsyncIterableIterator<InspectionEvent> {
    const buffered: InspectionEvent[] = [];
    const wakeReaders: (() => void)[] = [];
    let hasEnded = false;
    const wake = () => {
      for (const resume of wakeReaders.splice(0)) resume();
    };
    const ids = [inspectionId];
    let undecided: InspectionEvent[] | undefined = alias && [];
    const unsubscribe = this.#subscribe((event) => {
      if (!('inspectionId' in event)) return;
      if (!ids.includes(event.inspectionId)) return void undecided?.push(event);
      buffered.push(event);
      wake();
    });
    const resolveAlias = (id: string | undefined) => {
      if (id !== undefined) ids.push(id);
      if (!hasEnded) buffered.push(...(undecided ?? []).filter((event) => ids.includes(event.inspectionId)));
      undecided = undefined;
      wake();
    };
    alias?.then(resolveAlias, () => resolveAlias(undefined)); // a failing store also fails the caller's own reads
    const end = () => {
      hasEnded = true;
      unsubscribe();
      for (const source of endSignals) source?.removeEventListener('abort', end);
      wake();
    };
    const endSignals = [signal, this.#closed.signal];
    for (const source of endSignals) source?.addEventListener('abort', end);
    if (endSignals.some((source) => source?.aborted)) end();
    return {
      async next() {
        while (buffered.length === 0 && !hasEnded)
          await new Promise<void>((resolve) => wakeReaders.push(resolve));
        const value = buffered.shift();
        return value ? { value, done: false } : { value: undefined, done: true };
      },
      async return() {
        buffered.length = 0;
        end();
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  close(): void {
    this.#closed.abort();
    this.#handlers.clear();
    this.#channel.close();
  }

  #subscribe(handler: (event: HubEvent) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  /** A handler that throws is a bug in the app. It is reported, and the other handlers still get the event. */
  #dispatch(event: HubEvent): void {
    for (const handler of this.#handlers) {
      try {
        handler(event);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
