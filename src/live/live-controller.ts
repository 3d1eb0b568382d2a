import { type LiveQuery, LOADING, type Snapshot } from './snapshot.ts';

/** The part of a `LitElement` that the controller uses: `kerbside/live` does not import lit. */
export interface ReactiveHost {
  addController(controller: { hostConnected(): void; hostDisconnected(): void; hostUpdate(): void }): void;
  requestUpdate(): void;
}

/**
 * Connects a live query to an element of Lit: updates the element after each change, while it is on the page.
 *
 * @example
 * ```ts
 * class InspectionStatus extends LitElement {
 *   readonly #inspection = new LiveController(this, () => liveQueries(kerbside).inspection(this.inspectionId));
 *
 *   render() {
 *     const { data, error } = this.#inspection.snapshot;
 *     return html`${data?.inspection.status ?? error?.message}`;
 *   }
 * }
 * ```
 */
export class LiveController<Data> {
  readonly #host: ReactiveHost;
  readonly #select: () => LiveQuery<Data> | undefined;
  #query: LiveQuery<Data> | undefined;
  #isConnected = false;
  #unsubscribe: (() => void) | undefined;

  /**
   * @param host - The element.
   * @param select - Returns the query. It runs before each update, so it may use properties of the element. If it returns
   * another query than before, the controller follows that one.
   */
  constructor(host: ReactiveHost, select: () => LiveQuery<Data> | undefined) {
    this.#host = host;
    this.#select = select;
    host.addController(this);
  }

  /** The state of the query. Without a query it is `loading`. */
  get snapshot(): Snapshot<Data> {
    return this.#query?.getSnapshot() ?? LOADING;
  }

  /** Reads again. */
  refresh(): void {
    this.#query?.refresh();
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#follow();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#unsubscribe?.();
  }

  hostUpdate(): void {
    const query = this.#select();
    if (query === this.#query) return;
    this.#unsubscribe?.();
    this.#query = query;
    this.#follow();
  }

  #follow(): void {
    this.#unsubscribe = this.#isConnected
      ? this.#query?.subscribe(() => this.#host.requestUpdate())
      : undefined;
  }
}
