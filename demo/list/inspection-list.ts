import type { Entities, Inspection, Kerbside } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AppElement } from '../parts/app-element.ts';
import { onAnyEvent } from '../parts/events.ts';
import { problemText } from '../parts/in-words.ts';
import { Live } from '../parts/live.ts';
import { badge, fileButton, vehicleTitle } from '../parts/templates.ts';
import { goTo, hrefOf } from '../shell/route.ts';

const PAGE = 50;

/** All inspections on this device, newest first; follows what happens here and in other tabs. */
export class InspectionList extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    current: {},
  };

  /** Id of the inspection that is open. */
  declare current: string;
  #wanted = PAGE;
  #showDeleted = false;
  readonly #list = new Live(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => newest(this.app.kerbside, this.#wanted, this.#showDeleted),
  );

  protected override render(): TemplateResult {
    const { words } = this;
    const { value, error } = this.#list;
    return html`<nav aria-label=${words.list.title}>
      <div class="list-head">
        <h2>${words.list.title}</h2>
        <a class="button" href="#/new">${words.list.create}</a>
      </div>
      ${this.problemArea()} ${error ? html`<div class="problem">${problemText(error, words)}</div>` : nothing}
      ${value?.inspections.length === 0 ? html`<p class="empty">${words.list.none}</p>` : nothing}
      <ul class="rows">
        ${repeat(
          value?.inspections ?? [],
          ({ id }) => id,
          (inspection) => html`<li>${this.#row(inspection, value?.vehicles ?? {})}</li>`,
        )}
      </ul>
      ${
        value?.hasMore
          ? html`<button type="button" class="secondary" @click=${this.#more}>${words.list.more}</button>`
          : nothing
      }
      <div class="list-foot">
        ${fileButton({
          label: words.list.import,
          accept: '.zip,application/zip',
          className: 'secondary',
          chosen: ([zip]) => zip && this.#import(zip),
        })}
        <label class="check">
          <input type="checkbox" @change=${this.#toggleDeleted} />${words.list.showDeleted}
        </label>
      </div>
    </nav>`;
  }

  #row(inspection: Inspection, vehicles: Entities['vehicles']): TemplateResult {
    const { words, names } = this.app;
    const vehicle = vehicles[inspection.vehicle ?? ''];
    const title = vehicleTitle(vehicle, words);
    const facts = [
      vehicle?.plate !== title && vehicle?.plate,
      words.photos(inspection.images.length),
      inspection.damages.length > 0 && words.damages(inspection.damages.length),
    ];
    return html`<a
      class="row"
      href=${hrefOf(inspection.id)}
      aria-current=${inspection.id === this.current ? 'page' : nothing}
    >
      <span class="row-title">${title}</span>
      ${badge(inspection.deleted ? 'deleted' : inspection.status, words)}
      <span class="quiet">${facts.filter(Boolean).join(' · ')}</span>
      <time class="quiet" datetime=${inspection.createdAt}>${names.moment(inspection.createdAt)}</time>
    </a>`;
  }

  #more(): void {
    this.#wanted += PAGE;
    this.#list.refresh();
  }

  #toggleDeleted({ currentTarget }: Event): void {
    this.#showDeleted = (currentTarget as HTMLInputElement).checked;
    this.#list.refresh();
  }

  /** Takes an inspection in that was exported on another device. */
  async #import(zip: File): Promise<void> {
    await this.attempt(async () => {
      const { result } = await this.app.kerbside.storage.import(zip);
      goTo(hrefOf(result));
    });
  }
}

async function newest(kerbside: Kerbside, wanted: number, showDeleted: boolean) {
  const inspections: Inspection[] = [];
  const vehicles: Entities['vehicles'] = {};
  for (let after: string | undefined; ; ) {
    const page = await kerbside.inspections.getMany({ verbose: 1, limit: PAGE, showDeleted, after });
    inspections.push(...page.data);
    Object.assign(vehicles, page.entities.vehicles);
    after = page.paging.next === null ? undefined : page.paging.cursors.after;
    if (after === undefined || inspections.length >= wanted) {
      return { inspections, vehicles, hasMore: after !== undefined };
    }
  }
}
