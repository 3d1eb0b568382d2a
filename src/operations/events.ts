import type { EventOf, EventType, InspectionEvent, KerbsideEvent } from '../domain/events.ts';
import type { Channel } from '../platform/ports.ts';

/** Tells what happened, in this tab and in the others, in order of commit. */
export class EventHub {
  readonly #handlers = new Set<(event: KerbsideEvent) => void>();
  readonly #channel: Channel;
  readonly #closed = new AbortController();

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.onMessage((message) => this.#dispatch(message as KerbsideEvent));
  }

  publish(event: KerbsideEvent): void {
    this.emitLocal(event);
    if (!this.#closed.signal.aborted) this.#channel.post(event);
  }

  /** For what concerns this tab alone. */
  emitLocal(event: KerbsideEvent): void {
    this.#dispatch(event);
  }

  /** Calls the handler for each event of the type until the returned function is called. */
  on<Type extends EventType>(type: Type, handler: (event: EventOf<Type>) => void): () => void {
    return this.#subscribe((event) => {
      if (event.type === type) handler(event as EventOf<Type>);
    });
  }

  /** Calls the handler for every event. */
  onAny(handler: (event: KerbsideEvent) => void): () => void {
    return this.#subscribe(handler);
  }

  /**
   * The events of one inspection from now on. It ends when the loop is left, the signal aborts
   * or Kerbside is closed. Events wait for a slow reader; none is dropped. `otherName`: what else it is called, once
   * that is known.
   */
  watch(
    inspectionId: string,
    signal?: AbortSignal,
    otherName?: Promise<string | undefined>,
  ): AsyncIterableIterator<InspectionEvent> {
    const waiting: InspectionEvent[] = [];
    const asleep: (() => void)[] = [];
    let ended = false;
    const wake = () => {
      for (const resume of asleep.splice(0)) resume();
    };
    const names = [inspectionId];
    let undecided: InspectionEvent[] | undefined = otherName && [];
    const unsubscribe = this.#subscribe((event) => {
      if (!('inspectionId' in event)) return;
      if (!names.includes(event.inspectionId)) return void undecided?.push(event);
      waiting.push(event);
      wake();
    });
    const decide = (name: string | undefined) => {
      if (name !== undefined) names.push(name);
      if (!ended) waiting.push(...(undecided ?? []).filter((event) => names.includes(event.inspectionId)));
      undecided = undefined;
      wake();
    };
    otherName?.then(decide, () => decide(undefined)); // a store that fails says so to whoever uses it
    const end = () => {
      ended = true;
      unsubscribe();
      for (const source of sources) source?.removeEventListener('abort', end);
      wake();
    };
    const sources = [signal, this.#closed.signal];
    for (const source of sources) source?.addEventListener('abort', end);
    if (sources.some((source) => source?.aborted)) end();
    return {
      async next() {
        while (waiting.length === 0 && !ended) await new Promise<void>((resolve) => asleep.push(resolve));
        const value = waiting.shift();
        return value ? { value, done: false } : { value: undefined, done: true };
      },
      async return() {
        waiting.length = 0;
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

  #subscribe(handler: (event: KerbsideEvent) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  /** A handler that throws is the app's bug: it is reported as such, and the others still hear the event. */
  #dispatch(event: KerbsideEvent): void {
    for (const handler of this.#handlers) {
      try {
        handler(event);
      } catch (error) {
        (globalThis.reportError ?? console.error)(error);
      }
    }
  }
}
