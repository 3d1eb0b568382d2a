import { nameOutcome, summarizeVerdict } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { renderError } from '../common/error-text.ts';
import { getVehicleTitle } from '../common/templates.ts';
import { renderFirstPhoto, type ThumbnailSource, Thumbnails } from '../common/thumbnails.ts';
import { type FleetApp, FleetElement } from './fleet-app.ts';
import type { FleetPageOfList, FleetRow, FleetSummary } from './fleet-client.ts';
import { type FleetFilter, isFiltered, startOf } from './fleet-filter.ts';
import { renderFleetFilters } from './render-filters.ts';

/** While a user types, the list waits. */
const TYPING_MS = 250;

/** The list of inspections: what is new since yesterday, filters, rows. The service filters and counts. */
export class FleetList extends FleetElement {
  static override properties: PropertyDeclarations = {
    ...FleetElement.properties,
    list: { state: true },
    news: { state: true },
    filter: { state: true },
    problem: { state: true },
    isLoading: { state: true },
  };

  /** The pages that are loaded. Undefined until the first one is. */
  declare protected list: FleetPageOfList | undefined;
  declare protected news: FleetSummary | undefined;
  declare protected filter: FleetFilter;
  declare protected problem: unknown;
  declare protected isLoading: boolean;
  readonly #thumbnails = new Thumbnails(this, () => this.app.client.listPhotos);
  /** Counts requests: an older response must not replace a newer one. */
  #latest = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.filter = { text: '' };
    this.isLoading = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('app');
    if (!changed.has('app') || before?.client === this.app.client) return;
    this.list = undefined;
    this.news = undefined;
    void this.#load();
    void this.#loadNews();
  }

  protected override render(): TemplateResult {
    const { app, filter, list } = this;
    const { fleet } = app;
    const newest = startOf('yesterday', Date.now());
    return html`<h1 class="visually-hidden">${fleet.title}</h1>
      ${this.#renderNews()}
      ${renderFleetFilters(app, filter, (changed) => this.#setFilter(changed))}
      <div role="alert" class="problem-area">
        ${this.problem === undefined ? nothing : html`<div class="problem">${renderError(this.problem, app.messages)}</div>`}
      </div>
      <p class="quiet" role="status">
        ${this.isLoading || !list ? fleet.loading : fleet.shown(list.rows.length, list.total)}
      </p>
      ${
        list?.total === 0 && !this.isLoading
          ? html`<p class="empty">${isFiltered(filter) ? fleet.none : fleet.empty}</p>`
          : nothing
      }
      <ul class="rows fleet-rows" aria-busy=${this.isLoading}>
        ${repeat(
          list?.rows ?? [],
          ({ id }) => id,
          (row) => renderFleetRow(app, row, this.#thumbnails.source, Date.parse(row.createdAt) >= newest),
        )}
      </ul>
      ${
        list?.after !== undefined
          ? html`<button type="button" class="secondary" ?disabled=${this.isLoading} @click=${() => this.#load(list)}>
              ${fleet.more}
            </button>`
          : nothing
      }`;
  }

  #renderNews(): TemplateResult {
    const { news } = this;
    const { fleet, names } = this.app;
    const figures = !news
      ? ['…']
      : news.inspections === 0
        ? [fleet.nothingNew]
        : [
            fleet.newInspections(news.inspections),
            fleet.damaged(news.damaged),
            ...news.costs.map(({ currency, amount }) => names.money(amount, currency)),
          ];
    return html`<section class="card news" aria-labelledby="news">
      <h2 id="news">${fleet.sinceYesterday}</h2>
      <p>${figures.map((figure) => html`<span class="figure">${figure}</span>`)}</p>
    </section>`;
  }

  #setFilter(filter: FleetFilter): void {
    const isTyping = filter.text !== this.filter.text;
    this.filter = filter;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#load(), isTyping ? TYPING_MS : 0);
  }

  /** Loads the first page, or the one after what is loaded. */
  async #load(loaded?: FleetPageOfList): Promise<void> {
    const request = ++this.#latest;
    this.isLoading = true;
    await this.#attempt(async () => {
      const page = await this.app.client.list(this.filter, Date.now(), loaded?.after);
      if (request === this.#latest) this.list = { ...page, rows: [...(loaded?.rows ?? []), ...page.rows] };
    });
    if (request === this.#latest) this.isLoading = false;
  }

  async #loadNews(): Promise<void> {
    const { client } = this.app;
    await this.#attempt(async () => {
      const news = await client.summarize(Date.now());
      if (client === this.app.client) this.news = news; // otherwise another user signed in
    });
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.problem = undefined;
    try {
      await work();
    } catch (error) {
      this.problem = error;
      this.dispatchEvent(new CustomEvent('fleet-failure', { detail: error, bubbles: true }));
    }
  }
}

/** Renders an inspection: photo, vehicle, outcome, severity, cost and who found the damages. */
function renderFleetRow(
  app: FleetApp,
  row: FleetRow,
  thumbnails: ThumbnailSource,
  isNew: boolean,
): TemplateResult {
  const { messages, fleet, names, language } = app;
  const {
    id,
    createdAt,
    ownerId,
    vehicle,
    outcome,
    severity,
    damages,
    origins,
    images,
    firstImage,
    verdict,
  } = row;
  const title = getVehicleTitle(vehicle, messages);
  const plate = vehicle.plate !== title && vehicle.plate;
  const text = outcome === 'damaged' ? messages.damages(damages) : nameOutcome(outcome, language);
  return html`<li>
    <a class="row fleet-row" href=${`#/inspections/${id}`}>
      <span class="row-photo" aria-hidden="true">${renderFirstPhoto(firstImage, thumbnails)}</span>
      <span class="row-vehicle">
        <span class="row-title">${title}</span>
        <span class="quiet">${[plate, messages.photos(images)].filter(Boolean).join(' · ')}</span>
        <span class="quiet">
          ${isNew ? html`<span class="new">${fleet.isNew}</span>` : nothing}
          <time datetime=${createdAt}>${names.moment(createdAt)}</time>
          · ${fleet.inspector(ownerId)}
        </span>
      </span>
      <span class="row-outcome">
        <span class="badges">
          <span class="badge" data-outcome=${outcome}>${text}</span>
          ${severity > 0 ? html`<span class="badge" data-level=${severity}>${names.severity(severity as 1 | 2 | 3)}</span>` : nothing}
        </span>
        <span class="quiet">${fleet.originCounts(origins)}</span>
        ${verdict ? html`<span class="quiet">${summarizeVerdict(verdict, language)}</span>` : nothing}
      </span>
      <span class="row-cost">${formatCost(app, row)}</span>
    </a>
  </li>`;
}

function formatCost({ names, fleet }: FleetApp, { cost }: FleetRow): string {
  if (!cost) return '–';
  const sum = names.money(cost.amount, cost.currency);
  return cost.isComplete ? sum : fleet.from(sum);
}
