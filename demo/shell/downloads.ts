import type { EventOf } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import { progressLine } from '../parts/templates.ts';

const LINGER_MS = 1500;
/** A download that stands still may go on; one that was broken off should not be shown for ever. */
const PATIENCE_MS = 30_000;
/** Nobody waits for less. */
const SMALL_BYTES = 100_000;

/** Shown while a model is on its way to this device. It is fetched once, so this is rarely seen. */
export class Downloads extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    last: { state: true },
  };

  declare protected last: EventOf<'model.progress'> | undefined;
  #stop: (() => void) | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = this.app.kerbside.on('model.progress', (event) => {
      if (event.totalBytes >= SMALL_BYTES) this.#show(event);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    clearTimeout(this.#ending);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.last) return nothing;
    const { file, receivedBytes, totalBytes } = this.last;
    const { words, names } = this.app;
    const name = new URL(file).pathname.split('/').at(-1) ?? '';
    const text = words.shell.model(name, names.bytes(receivedBytes), names.bytes(totalBytes));
    return html`<div class="downloads">
      ${progressLine({ label: words.shell.download, text, value: receivedBytes, max: totalBytes })}
    </div>`;
  }

  #show(event: EventOf<'model.progress'>): void {
    this.last = event;
    clearTimeout(this.#ending);
    const isOver = event.receivedBytes >= event.totalBytes;
    this.#ending = setTimeout(
      () => {
        this.last = undefined;
      },
      isOver ? LINGER_MS : PATIENCE_MS,
    );
  }
}
