import { LiveController, liveQueries } from 'kerbside/live';
import { html, nothing, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';

/** Shows in the header: online or offline, operations to send, blocked operations. Links to the sync centre. */
export class StatusBar extends AppElement {
  readonly #usage = this.follow(() => this.app.kerbside.storage.usage());
  /** Without a service, it has no data. */
  readonly #status = new LiveController(this, () => liveQueries(this.app.kerbside).syncStatus());
  readonly #handleNetworkChange = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('online', this.#handleNetworkChange);
    addEventListener('offline', this.#handleNetworkChange);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('online', this.#handleNetworkChange);
    removeEventListener('offline', this.#handleNetworkChange);
  }

  protected override render(): TemplateResult {
    const { shell } = this.messages;
    const { onLine } = navigator;
    const waiting = this.#usage.snapshot.data?.operations;
    const { data: status } = this.#status.snapshot;
    const blocked = status?.blocked.length ?? 0;
    const isUnreachable = status?.paused === 'unreachable';
    const network = onLine ? (isUnreachable ? shell.unreachable : shell.online) : shell.offline;
    return html`<a class="status" href="#/sync" title=${shell.syncCentre}>
      <span class="network" data-online=${onLine && !isUnreachable}>${network}</span>
      <span id="outbox" data-count=${waiting ?? ''}>${waiting === undefined ? '–' : shell.toSend(waiting)}</span>
      ${blocked > 0 ? html`<span class="blocked">${shell.blocked(blocked)}</span>` : nothing}
    </a>`;
  }
}
