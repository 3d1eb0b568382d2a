import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { imagesOf, vehicleOf, viewsOf } from '../parts/shown.ts';
import { card } from '../parts/templates.ts';
import { hrefOf } from '../shell/route.ts';
import { damagedParts } from './by-part.ts';
import { photoTile } from './photo-tile.ts';
import { readingCards } from './readings.ts';
import { StepElement } from './step-element.ts';

/** What was found, in numbers, on the photos and by part. */
export class ResultsStep extends StepElement {
  protected override render(): TemplateResult {
    const { app, shown, thumbnails } = this;
    return html`
      ${this.#since()} ${this.#summary()}
      <app-tasks .app=${app} .shown=${shown}></app-tasks>
      ${this.#photos()}
      <app-damage-list .app=${app} .shown=${shown} .thumbnails=${thumbnails}></app-damage-list>
      ${readingCards(app, shown)}
      <app-vehicle .app=${app} .shown=${shown}></app-vehicle>
    `;
  }

  #since(): TemplateResult | typeof nothing {
    const { inspection } = this.shown;
    if (!inspection.relatedInspectionId) return nothing;
    return html`<a class="card link-card" href=${hrefOf(inspection.id, 'compare')}>${this.words.results.since}</a>`;
  }

  #summary(): TemplateResult {
    const { names, words } = this.app;
    const parts = damagedParts(this.shown);
    const estimate = vehicleOf(this.shown)?.repairEstimate;
    const worst = Math.max(0, ...parts.map(({ level }) => level ?? 0)) as 0 | 1 | 2 | 3;
    const damages = parts.reduce((sum, part) => sum + part.damages.length, 0);
    const money = (amount: number) => names.money(amount, estimate?.currency ?? 'EUR');
    return html`<section class="card" aria-label=${words.results.summary}>
      <dl class="figures">
        <div><dt>${words.results.damages}</dt><dd>${damages}</dd></div>
        <div><dt>${words.results.parts}</dt><dd>${parts.filter(({ partType }) => partType !== 'ignore').length}</dd></div>
        <div>
          <dt>${words.results.worst}</dt>
          <dd data-level=${worst}>${worst === 0 ? '–' : names.severity(worst)}</dd>
        </div>
        <div>
          <dt>${words.results.estimate}</dt>
          <dd>${estimate ? money(estimate.totalCost) : '–'}</dd>
          <dd class="quiet">
            ${
              estimate
                ? words.results.range(money(estimate.range.low), money(estimate.range.high))
                : words.results.noEstimate
            }
          </dd>
        </div>
      </dl>
      ${estimate ? html`<p class="quiet">${words.results.estimateNote}</p>` : nothing}
    </section>`;
  }

  #photos(): TemplateResult {
    const { app, shown, words } = this;
    const images = imagesOf(shown);
    const tiles = repeat(
      images,
      ({ id }) => id,
      (image) =>
        photoTile({
          app,
          image,
          thumbnail: this.thumbnails.of(image.id),
          views: viewsOf(shown, { imageId: image.id }),
          damages: Object.values(shown.entities.damages),
          canChange: false,
          open: () => this.openPhoto(image.id),
        }),
    );
    return card(
      'photos',
      words.photos(images.length),
      images.length === 0
        ? html`<p class="quiet">${words.results.noPhotos}</p>`
        : html`<ul class="tiles">
            ${tiles}
          </ul>`,
    );
  }
}
