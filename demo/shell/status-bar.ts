import type { Kerbside } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import { onAnyEvent } from '../parts/events.ts';
import { Live } from '../parts/live.ts';

/** In the header: whether there is a network, what waits to be sent, what is stuck. It leads to the sync centre. */
export class StatusBar extends AppElement {
  readonly #outbox = new Live(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => outboxOf(this.app.kerbside),
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
    const { waiting, blocked = 0 } = this.#outbox.value ?? {};
    return html`<a class="status" href="#/sync" title=${shell.syncCentre}>
      <span class="network" data-online=${onLine}>${onLine ? shell.online : shell.offline}</span>
      <span id="outbox" data-count=${waiting ?? ''}>${waiting === undefined ? '–' : shell.toSend(waiting)}</span>
      ${blocked > 0 ? html`<span class="blocked">${shell.blocked(blocked)}</span>` : nothing}
    </a>`;
  }
}

async function outboxOf({ storage, sync }: Kerbside): Promise<{ waiting: number; blocked: number }> {
  const { operations: waiting } = await storage.usage();
  const status = await sync.status().catch(() => undefined); // without a service there is none
  return { waiting, blocked: status?.blocked.length ?? 0 };
}
