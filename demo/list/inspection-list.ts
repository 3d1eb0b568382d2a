import type { Entities, Inspection, Kerbside } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AppElement } from '../common/app-element.ts';
import { renderError } from '../common/error-text.ts';
import { onAnyEvent } from '../common/events.ts';
import { LiveQuery } from '../common/live-query.ts';
import { getVehicleTitle, renderBadge, renderFileButton } from '../common/templates.ts';
import { goTo, hrefOf } from '../shell/route.ts';

const PAGE_SIZE = 50;

/** Lists the inspections on this device, newest first, and follows changes in this tab and others. */
export class InspectionList extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    current: {},
  };

  /** Id of the inspection that is open. */
  declare current: string;
  #count = PAGE_SIZE;
  #showDeleted = false;
  readonly #list = new LiveQuery(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => loadNewest(this.app.kerbside, this.#count, this.#showDeleted),
  );

  protected override render(): TemplateResult {
    const { messages } = this;
    const { value, error } = this.#list;
    return html`<nav aria-label=${messages.list.title}>
      <div class="list-head">
        <h2>${messages.list.title}</h2>
        <a class="button" href="#/new">${messages.list.create}</a>
      </div>
      ${this.renderProblem()} ${error ? html`<div class="problem">${renderError(error, messages)}</div>` : nothing}
      ${value?.inspections.length === 0 ? html`<p class="empty">${messages.list.none}</p>` : nothing}
      <ul class="rows">
        ${repeat(
          value?.inspections ?? [],
          ({ id }) => id,
          (inspection) => html`<li>${this.#renderRow(inspection, value?.vehicles ?? {})}</li>`,
        )}
      </ul>
      ${
        value?.hasMore
          ? html`<button type="button" class="secondary" @click=${this.#showMore}>${messages.list.more}</button>`
          : nothing
      }
      <div class="list-foot">
        ${renderFileButton({
          label: messages.list.import,
          accept: '.zip,application/zip',
          className: 'secondary',
          onFiles: ([zip]) => zip && this.#import(zip),
        })}
        <label class="check">
          <input type="checkbox" @change=${this.#toggleDeleted} />${messages.list.showDeleted}
        </label>
      </div>
    </nav>`;
  }

  #renderRow(inspection: Inspection, vehicles: Entities['vehicles']): TemplateResult {
    const { messages, names } = this.app;
    const vehicle = vehicles[inspection.vehicle ?? ''];
    const title = getVehicleTitle(vehicle, messages);
    const facts = [
      vehicle?.plate !== title && vehicle?.plate,
      messages.photos(inspection.images.length),
      inspection.damages.length > 0 && messages.damages(inspection.damages.length),
    ];
    return html`<a
      class="row"
      href=${hrefOf(inspection.id)}
      aria-current=${inspection.id === this.current ? 'page' : nothing}
    >
      <span class="row-title">${title}</span>
      ${renderBadge(inspection.deleted ? 'deleted' : inspection.status, messages)}
      <span class="quiet">${facts.filter(Boolean).join(' · ')}</span>
      <time class="quiet" datetime=${inspection.createdAt}>${names.moment(inspection.createdAt)}</time>
    </a>`;
  }

  #showMore(): void {
    this.#count += PAGE_SIZE;
    this.#list.refresh();
  }

  #toggleDeleted({ currentTarget }: Event): void {
    this.#showDeleted = (currentTarget as HTMLInputElement).checked;
    this.#list.refresh();
  }

  /** Imports an inspection that was exported on another device. */
  async #import(zip: File): Promise<void> {
    await this.attempt(async () => {
      const { result } = await this.app.kerbside.storage.import(zip);
      goTo(hrefOf(result));
    });
  }
}

async function loadNewest(kerbside: Kerbside, count: number, showDeleted: boolean) {
  const inspections: Inspection[] = [];
  const vehicles: Entities['vehicles'] = {};
  for (let after: string | undefined; ; ) {
    const page = await kerbside.inspections.getMany({ verbose: 1, limit: PAGE_SIZE, showDeleted, after });
    inspections.push(...page.data);
    Object.assign(vehicles, page.entities.vehicles);
    after = page.paging.next === null ? undefined : page.paging.cursors.after;
    if (after === undefined || inspections.length >= count) {
      return { inspections, vehicles, hasMore: after !== undefined };
    }
  }
}
