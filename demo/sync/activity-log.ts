import { EVENT_TYPES, type KerbsideEvent } from 'kerbside';
import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import type { AppMessages } from '../locales/en.ts';

const MAX_ENTRIES = 50;

/** Shows the latest events of this tab and others, for developers. */
export class ActivityLog extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    entries: { state: true },
  };

  declare protected entries: readonly { at: Date; event: KerbsideEvent }[];
  #unsubscribes: (() => void)[] = [];

  constructor() {
    super();
    this.entries = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const types = EVENT_TYPES.filter((type) => type !== 'model.progress'); // many per second, and shown by app-downloads
    this.#unsubscribes = types.map((type) => this.app.kerbside.on(type, (event) => this.#add(event)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
  }

  #add(event: KerbsideEvent): void {
    this.entries = [{ at: new Date(), event }, ...this.entries].slice(0, MAX_ENTRIES);
  }

  protected override render(): TemplateResult {
    const { sync } = this.messages;
    const time = (at: Date) => at.toLocaleTimeString(this.app.language);
    if (this.entries.length === 0) return html`<p class="quiet">${sync.noEvents}</p>`;
    return html`<ol class="log" role="log" aria-label=${sync.events} tabindex="0">
      ${this.entries.map(
        ({ at, event }) =>
          html`<li><time>${time(at)}</time><span>${describe(event, this.messages)}</span></li>`,
      )}
    </ol>`;
  }
}

/** Returns the event type, with its content for the most useful types. */
function describe(event: KerbsideEvent, messages: AppMessages): string {
  switch (event.type) {
    case 'task.updated':
      return `${event.type} · ${messages.tasks[event.taskName]}: ${messages.statuses[event.status]}`;
    case 'task.progress':
      return `${event.type} · ${messages.tasks[event.taskName]}: ${event.done} / ${event.total}`;
    case 'route.decided':
      return `${event.type} · ${messages.tasks[event.taskName]}: ${event.where}, ${event.reason}`;
    case 'engine.downgraded':
      return `${event.type} · ${event.engine}, ${event.model}: ${event.reason}`;
    default:
      return event.type;
  }
}
