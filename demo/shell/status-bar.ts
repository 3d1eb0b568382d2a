import type { Kerbside } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { onAnyEvent } from '../common/events.ts';
import { LiveQuery } from '../common/live-query.ts';

/** Shows in the header: online or offline, operations to send, blocked operations. Links to the sync centre. */
export class StatusBar extends AppElement {
  readonly #outbox = new LiveQuery(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => countOutbox(this.app.kerbside),
  );
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
    const { waiting, blocked = 0, isUnreachable = false } = this.#outbox.value ?? {};
    const network = onLine ? (isUnreachable ? shell.unreachable : shell.online) : shell.offline;
    return html`<a class="status" href="#/sync" title=${shell.syncCentre}>
      <span class="network" data-online=${onLine && !isUnreachable}>${network}</span>
      <span id="outbox" data-count=${waiting ?? ''}>${waiting === undefined ? '–' : shell.toSend(waiting)}</span>
      ${blocked > 0 ? html`<span class="blocked">${shell.blocked(blocked)}</span>` : nothing}
    </a>`;
  }
}

interface OutboxState {
  waiting: number;
  blocked: number;
  /** The device is online, but the service does not respond. */
  isUnreachable: boolean;
}

async function countOutbox({ storage, sync }: Kerbside): Promise<OutboxState> {
  const { operations: waiting } = await storage.usage();
  const status = await sync.status().catch(() => undefined); // unsupported without a service
  const isUnreachable = status?.held === 'unreachable';
  return { waiting, blocked: status?.blocked.length ?? 0, isUnreachable };
}
