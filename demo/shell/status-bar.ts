import { html, type TemplateResult } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import { onAnyEvent } from '../parts/events.ts';
import { Live } from '../parts/live.ts';

/** In the header: whether there is a network, and how much waits to be sent. It leads to the sync centre. */
export class StatusBar extends AppElement {
  readonly #usage = new Live(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => this.app.kerbside.storage.usage(),
  );
  readonly #network = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('online', this.#network);
    addEventListener('offline', this.#network);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('online', this.#network);
    removeEventListener('offline', this.#network);
  }

  protected override render(): TemplateResult {
    const { shell } = this.words;
    const { onLine } = navigator;
    const waiting = this.#usage.value?.operations;
    return html`<a class="status" href="#/sync" title=${shell.syncCentre}>
      <span class="network" data-online=${onLine}>${onLine ? shell.online : shell.offline}</span>
      <span id="outbox" data-count=${waiting ?? ''}>${waiting === undefined ? '–' : shell.toSend(waiting)}</span>
    </a>`;
  }
}
