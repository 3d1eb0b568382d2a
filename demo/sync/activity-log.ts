import type { KerbsideEvent } from 'kerbside';
import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import { onAnyEvent } from '../parts/events.ts';
import type { AppWords } from '../words/en.ts';

const SHOWN = 50;

/** What happens in the library as it happens, from this tab and all others. For those who build on it. */
export class ActivityLog extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    entries: { state: true },
  };

  declare protected entries: readonly { at: Date; event: KerbsideEvent }[];
  #stop: (() => void) | undefined;

  constructor() {
    super();
    this.entries = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onAnyEvent(this.app.kerbside, (event) => {
      if (event.type === 'model.progress') return; // many a second, and shown on their own
      this.entries = [{ at: new Date(), event }, ...this.entries].slice(0, SHOWN);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override render(): TemplateResult {
    const { sync } = this.words;
    const time = (at: Date) => at.toLocaleTimeString(this.app.language);
    if (this.entries.length === 0) return html`<p class="quiet">${sync.nothingYet}</p>`;
    return html`<ol class="log" role="log" aria-label=${sync.events} tabindex="0">
      ${this.entries.map(
        ({ at, event }) => html`<li><time>${time(at)}</time><span>${describe(event, this.words)}</span></li>`,
      )}
    </ol>`;
  }
}

/** Types are the library's own names; what they are about is said in words where that says more. */
function describe(event: KerbsideEvent, words: AppWords): string {
  switch (event.type) {
    case 'task.updated':
      return `${event.type} · ${words.tasks[event.taskName]}: ${words.statuses[event.status]}`;
    case 'task.progress':
      return `${event.type} · ${words.tasks[event.taskName]}: ${event.done} / ${event.total}`;
    case 'route.decided':
      return `${event.type} · ${words.tasks[event.taskName]}: ${event.where}, ${event.reason}`;
    case 'engine.downgraded':
      return `${event.type} · ${event.engine}, ${event.model}: ${event.reason}`;
    default:
      return event.type;
  }
}
