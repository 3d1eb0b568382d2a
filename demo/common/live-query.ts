import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Calls `onChange` whenever the data may have changed. Returns a function that unsubscribes. */
type Subscribe = (onChange: () => void) => () => void;

/**
 * Loads the data of an element, and loads it again after every change while the element is on the page.
 *
 * Loads never overlap. Changes during a load lead to one more load: 20 photos emit 20 events, but cause a few reads.
 */
export class LiveQuery<Value> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #subscribe: Subscribe;
  readonly #load: () => Promise<Value>;
  #unsubscribe: (() => void) | undefined;
  #isLoading = false;
  #isStale = false;
  value: Value | undefined;
  error: unknown;

  constructor(host: ReactiveControllerHost, subscribe: Subscribe, load: () => Promise<Value>) {
    this.#host = host;
    this.#subscribe = subscribe;
    this.#load = load;
    host.addController(this);
  }

  /** Whether the first load has ended. */
  get isLoaded(): boolean {
    return this.value !== undefined || this.error !== undefined;
  }

  hostConnected(): void {
    this.#unsubscribe = this.#subscribe(this.refresh);
    this.refresh();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
  }

  readonly refresh = (): void => {
    this.#isStale = true;
    if (!this.#isLoading) void this.#reload();
  };

  async #reload(): Promise<void> {
    this.#isLoading = true;
    while (this.#isStale) {
      this.#isStale = false;
      try {
        this.value = await this.#load();
        this.error = undefined;
      } catch (error) {
        this.error = error;
      }
      this.#host.requestUpdate();
    }
    this.#isLoading = false;
  }
}
