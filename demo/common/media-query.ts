import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Updates its host when a media query starts or stops to match. */
export class MediaQuery implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #list: MediaQueryList;
  readonly #handleChange = () => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost, query: string) {
    this.#host = host;
    this.#list = matchMedia(query);
    host.addController(this);
  }

  hostConnected(): void {
    this.#list.addEventListener('change', this.#handleChange);
  }

  hostDisconnected(): void {
    this.#list.removeEventListener('change', this.#handleChange);
  }

  get matches(): boolean {
    return this.#list.matches;
  }
}
