import type { Task } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { imagesOf, type Shown, vehicleOf, viewsOf } from '../parts/shown.ts';
import { card } from '../parts/templates.ts';
import { hrefOf } from '../shell/route.ts';
import { damagedParts } from './by-part.ts';
import { estimateFigure } from './estimate-figure.ts';
import { photoTile } from './photo-tile.ts';
import { readingCards } from './readings.ts';
import { StepElement } from './step-element.ts';

/** What was found, in numbers, on the photos and by part. */
export class ResultsStep extends StepElement {
  protected override render(): TemplateResult {
    const { app, shown, thumbnails } = this;
    const tasks = html`<app-tasks .app=${app} .shown=${shown}></app-tasks>`;
    const haveEnded = Object.values(shown.entities.tasks).every(hasEnded);
    return html`
      ${this.#since()} ${this.#summary()} ${haveEnded ? nothing : tasks} ${this.#photos()}
      <app-damage-list .app=${app} .shown=${shown} .thumbnails=${thumbnails}></app-damage-list>
      ${readingCards(app, shown)} ${haveEnded ? tasks : nothing}
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
    const known = parts.filter(({ partType }) => partType !== 'ignore').length;
    // Nothing found is only said by an analysis that has ended.
    const isOpen = damages === 0 && isUnderWay(this.shown);
    const { sum, range = nothing } = estimateFigure(this.app, estimate);
    return html`<section class="card" aria-label=${words.results.summary}>
      <dl class="figures">
        <div><dt>${words.results.damages}</dt><dd>${isOpen ? '–' : damages}</dd></div>
        <div><dt>${words.results.parts}</dt><dd>${isOpen ? '–' : known}</dd></div>
        <div>
          <dt>${words.results.worst}</dt>
          <dd data-level=${worst}>${worst === 0 ? '–' : names.severity(worst)}</dd>
        </div>
        <div>
          <dt>${words.results.estimate}</dt>
          <dd>${isOpen ? '–' : sum}</dd>
          ${isOpen ? nothing : html`<dd class="quiet">${range}</dd>`}
        </div>
      </dl>
      <p class="quiet">${isOpen ? words.results.underWay : estimate ? words.results.estimateNote : nothing}</p>
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

/** Nothing is left of it but to say that it is right; one without photos has nothing to do. */
function hasEnded({ name, status, images }: Task): boolean {
  if (status === 'NOT_STARTED') return name !== 'repair_estimate' && images.length === 0;
  return status !== 'IN_PROGRESS' && status !== 'ERROR';
}

function isUnderWay({ entities }: Shown): boolean {
  return Object.values(entities.tasks).some(
    ({ name, status }) => name === 'damage_detection' && (status === 'TODO' || status === 'IN_PROGRESS'),
  );
}
