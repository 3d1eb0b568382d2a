import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { renderError } from '../common/error-text.ts';
import { Thumbnails } from '../common/thumbnails.ts';
import { FleetElement } from './fleet-app.ts';
import { toFacts } from './fleet-facts.ts';
import { type FleetFacts, type FleetFilter, matchesFilter, startOf, summarize } from './fleet-filter.ts';
import { renderFleetRow } from './fleet-row.ts';
import { renderFleetFilters } from './render-filters.ts';

/** The list of inspections: what is new since yesterday, filters, rows. */
export class FleetList extends FleetElement {
  static override properties: PropertyDeclarations = {
    ...FleetElement.properties,
    facts: { state: true },
    filter: { state: true },
    problem: { state: true },
    isLoading: { state: true },
  };

  declare protected facts: FleetFacts[];
  declare protected filter: FleetFilter;
  declare protected problem: unknown;
  declare protected isLoading: boolean;
  readonly #thumbnails = new Thumbnails(this, () => this.app.client);
  #after: string | undefined;

  constructor() {
    super();
    this.facts = [];
    this.filter = { text: '' };
    this.isLoading = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('app');
    if (changed.has('app') && before?.client !== this.app.client) {
      this.facts = [];
      this.#after = undefined;
      void this.#load();
    }
  }

  protected override render(): TemplateResult {
    const { app, filter, facts } = this;
    const { fleet } = app;
    const now = Date.now();
    const shown = facts.filter((one) => matchesFilter(one, filter, now));
    return html`<h1 class="visually-hidden">${fleet.title}</h1>
      ${this.#renderNews(now)}
      ${renderFleetFilters(app, filter, (changed) => {
        this.filter = changed;
      })}
      <div role="alert" class="problem-area">
        ${this.problem === undefined ? nothing : html`<div class="problem">${renderError(this.problem, app.messages)}</div>`}
      </div>
      <p class="quiet" role="status">${this.isLoading ? fleet.loading : fleet.shown(shown.length, facts.length)}</p>
      ${
        shown.length === 0 && !this.isLoading && this.problem === undefined
          ? html`<p class="empty">${facts.length === 0 ? fleet.empty : fleet.none}</p>`
          : nothing
      }
      <ul class="rows fleet-rows">
        ${repeat(
          shown,
          ({ loaded }) => loaded.inspection.id,
          (one) =>
            renderFleetRow(app, one, this.#thumbnails.source, one.createdAt >= startOf('yesterday', now)),
        )}
      </ul>
      ${
        this.#after !== undefined
          ? html`<button type="button" class="secondary" ?disabled=${this.isLoading} @click=${this.#load}>
              ${fleet.more}
            </button>`
          : nothing
      }`;
  }

  #renderNews(now: number): TemplateResult {
    const { fleet, names } = this.app;
    const { inspections, damaged, costs } = summarize(
      this.facts.filter(({ createdAt }) => createdAt >= startOf('yesterday', now)),
    );
    const figures =
      inspections === 0
        ? [fleet.nothingNew]
        : [
            fleet.newInspections(inspections),
            fleet.damaged(damaged),
            ...[...costs].map(([currency, amount]) => names.money(amount, currency)),
          ];
    return html`<section class="card news" aria-labelledby="news">
      <h2 id="news">${fleet.sinceYesterday}</h2>
      <p>${figures.map((figure) => html`<span class="figure">${figure}</span>`)}</p>
    </section>`;
  }

  readonly #load = async (): Promise<void> => {
    const { client } = this.app;
    this.isLoading = true;
    this.problem = undefined;
    try {
      const { inspections, after } = await client.list(this.#after);
      if (client !== this.app.client) return; // another user signed in
      this.#after = after;
      this.facts = [...this.facts, ...inspections.map(toFacts)];
    } catch (error) {
      this.problem = error;
      this.dispatchEvent(new CustomEvent('fleet-failure', { detail: error, bubbles: true }));
    } finally {
      this.isLoading = false;
    }
  };
}
