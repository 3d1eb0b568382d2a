import type { Task } from 'kerbside';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { getVehicle, type LoadedInspection, listImages, listViews } from '../common/loaded-inspection.ts';
import { renderCard } from '../common/templates.ts';
import { hrefOf } from '../shell/route.ts';
import { groupByPart } from './damaged-parts.ts';
import { formatEstimate } from './estimate-figure.ts';
import { renderPhotoTile } from './photo-tile.ts';
import { renderReadings } from './readings.ts';
import { StepElement } from './step-element.ts';

/** The results: figures, photos, damages by part, readings and tasks. */
export class ResultsStep extends StepElement {
  protected override render(): TemplateResult {
    const { app, loaded, thumbnails } = this;
    const tasks = html`<app-tasks .app=${app} .loaded=${loaded}></app-tasks>`;
    const haveEnded = Object.values(loaded.entities.tasks).every(hasEnded);
    return html`
      ${this.#renderCompareLink()} ${this.#renderSummary()} ${haveEnded ? nothing : tasks} ${this.#renderPhotos()}
      <app-damage-list .app=${app} .loaded=${loaded} .thumbnails=${thumbnails}></app-damage-list>
      ${renderReadings(app, loaded)} ${haveEnded ? tasks : nothing}
      <app-vehicle .app=${app} .loaded=${loaded}></app-vehicle>
    `;
  }

  #renderCompareLink(): TemplateResult | typeof nothing {
    const { inspection } = this.loaded;
    if (!inspection.relatedInspectionId) return nothing;
    return html`<a class="card link-card" href=${hrefOf(inspection.id, 'compare')}>${this.messages.results.compare}</a>`;
  }

  #renderSummary(): TemplateResult {
    const { names, messages } = this.app;
    const parts = groupByPart(this.loaded);
    const estimate = getVehicle(this.loaded)?.repairEstimate;
    const worst = Math.max(0, ...parts.map(({ level }) => level ?? 0)) as 0 | 1 | 2 | 3;
    const damages = parts.reduce((sum, part) => sum + part.damages.length, 0);
    const partCount = parts.filter(({ partType }) => partType !== 'ignore').length;
    // 0 damages is a result only after the analysis has ended.
    const isPending = damages === 0 && isInProgress(this.loaded);
    const { sum, range = nothing } = formatEstimate(this.app, estimate);
    return html`<section class="card" aria-label=${messages.results.summary}>
      <dl class="figures">
        <div><dt>${messages.results.damages}</dt><dd>${isPending ? '–' : damages}</dd></div>
        <div><dt>${messages.results.parts}</dt><dd>${isPending ? '–' : partCount}</dd></div>
        <div>
          <dt>${messages.results.worst}</dt>
          <dd data-level=${worst}>${worst === 0 ? '–' : names.severity(worst)}</dd>
        </div>
        <div>
          <dt>${messages.results.estimate}</dt>
          <dd>${isPending ? '–' : sum}</dd>
          ${isPending ? nothing : html`<dd class="quiet">${range}</dd>`}
        </div>
      </dl>
      <p class="quiet">${isPending ? messages.results.inProgress : estimate ? messages.results.estimateNote : nothing}</p>
    </section>`;
  }

  #renderPhotos(): TemplateResult {
    const { app, loaded, messages } = this;
    const images = listImages(loaded);
    const tiles = repeat(
      images,
      ({ id }) => id,
      (image) =>
        renderPhotoTile({
          app,
          image,
          thumbnail: this.thumbnails.get(image.id),
          views: listViews(loaded, { imageId: image.id }),
          damages: Object.values(loaded.entities.damages),
          canChange: false,
          open: () => this.openPhoto(image.id),
        }),
    );
    return renderCard(
      'photos',
      messages.photos(images.length),
      images.length === 0
        ? html`<p class="quiet">${messages.results.noPhotos}</p>`
        : html`<ul class="tiles">
            ${tiles}
          </ul>`,
    );
  }
}

/** Whether the task needs nothing but a validation. A task without photos has nothing to do. */
function hasEnded({ name, status, images }: Task): boolean {
  if (status === 'NOT_STARTED') return name !== 'repair_estimate' && images.length === 0;
  return status !== 'IN_PROGRESS' && status !== 'ERROR';
}

function isInProgress({ entities }: LoadedInspection): boolean {
  return Object.values(entities.tasks).some(
    ({ name, status }) => name === 'damage_detection' && (status === 'TODO' || status === 'IN_PROGRESS'),
  );
}
