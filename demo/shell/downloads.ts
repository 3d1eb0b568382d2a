import type { EventOf } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { renderProgress } from '../common/templates.ts';

const HIDE_DELAY_MS = 1500;
/** A stalled download may continue, but an aborted one emits no event and must disappear. */
const STALLED_TIMEOUT_MS = 30_000;
/** Smaller downloads are too short to show. */
const MIN_BYTES = 100_000;

/** Shows the progress while a model is downloaded, which happens once per version. */
export class Downloads extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    last: { state: true },
  };

  declare protected last: EventOf<'model.progress'> | undefined;
  #unsubscribe: (() => void) | undefined;
  #hideTimer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.app.kerbside.on('model.progress', (event) => {
      if (event.totalBytes >= MIN_BYTES) this.#show(event);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
    clearTimeout(this.#hideTimer);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.last) return nothing;
    const { receivedBytes, totalBytes } = this.last;
    const { messages, names } = this.app;
    const text = messages.shell.model(names.bytes(receivedBytes), names.bytes(totalBytes));
    return html`<div class="downloads">
      ${renderProgress({ label: messages.shell.download, text, value: receivedBytes, max: totalBytes })}
    </div>`;
  }

  #show(event: EventOf<'model.progress'>): void {
    this.last = event;
    clearTimeout(this.#hideTimer);
    const isDone = event.receivedBytes >= event.totalBytes;
    this.#hideTimer = setTimeout(
      () => {
        this.last = undefined;
      },
      isDone ? HIDE_DELAY_MS : STALLED_TIMEOUT_MS,
    );
  }
}
