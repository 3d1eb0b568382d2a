import type { Task } from 'kerbside';
import type { PartSelectDetail } from 'kerbside/elements';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { focusIfLost } from '../common/focus.ts';
import { renderIcon } from '../common/icon.ts';
import { type LoadedInspection, listDamages, listImages, listViews } from '../common/loaded-inspection.ts';
import { MediaQuery } from '../common/media-query.ts';
import { hrefOf } from '../common/route.ts';
import { renderCard } from '../common/templates.ts';
import type { DamageList } from './damage-list.ts';
import { isUnreviewed } from './damage-origin.ts';
import type { DamageReview } from './damage-review.ts';
import { renderPhotoTile } from './photo-tile.ts';
import { renderReadings } from './readings.ts';
import { StepElement } from './step-element.ts';
import { listUncheckedImages } from './unchecked-images.ts';
import { renderVerdict } from './verdict.ts';

/** The results: the verdict first, then damages, photos, and the details on tap. */
export class ResultsStep extends StepElement {
  /** Two columns: the photos are beside the damages. As in results.css. */
  readonly #isWide = new MediaQuery(this, '(min-width: 1240px)');

  protected override render(): TemplateResult {
    const { app, loaded, thumbnails, messages } = this;
    const tasks = html`<app-tasks .app=${app} .loaded=${loaded}></app-tasks>`;
    const photos = this.#renderPhotos();
    const unchecked = haveResults(loaded) ? listUncheckedImages(loaded) : [];
    const haveEnded = Object.values(loaded.entities.tasks).every(hasEnded);
    return html`<div class="results" @open-review=${this.#openReview} @review-close=${this.#restoreFocus}>
      <div class="results-side">
        ${renderVerdict({
          app,
          loaded,
          toReview: listDamages(loaded).filter(isUnreviewed).length,
          review: () => this.#review?.open(),
          toCheck: unchecked.length,
          check: () => unchecked[0] && this.openPhoto(unchecked[0].id),
          selectPart: (part) => this.#showPart(part),
        })}
        ${this.#renderCompareLink()} ${haveEnded ? this.#renderEmptyTasks() : tasks}
        ${this.#isWide.matches ? photos : nothing}
      </div>
      <div class="results-main">
        <app-missing-places .app=${app} .loaded=${loaded} .thumbnails=${thumbnails}></app-missing-places>
        <app-damage-list .app=${app} .loaded=${loaded} .thumbnails=${thumbnails}></app-damage-list>
        ${this.#isWide.matches ? nothing : photos}
        ${renderReadings(app, loaded)}
        <details class="card more">
          <summary>${messages.results.more}</summary>
          <div class="sections">
            ${haveEnded ? tasks : nothing}
            <app-vehicle .app=${app} .loaded=${loaded}></app-vehicle>
          </div>
        </details>
      </div>
      <app-review .app=${app} .loaded=${loaded} .thumbnails=${thumbnails}></app-review>
    </div>`;
  }

  /** A task without photos keeps the inspection in progress: it can be dropped. */
  #renderEmptyTasks(): unknown {
    const { messages, loaded } = this;
    if (this.isDeleted || loaded.inspection.status !== 'IN_PROGRESS') return nothing;
    return Object.values(loaded.entities.tasks)
      .filter(({ status }) => status === 'NOT_STARTED')
      .map(({ name }) => {
        const drop = () => this.app.kerbside.tasks.updateOne(this.inspectionId, name, { status: 'DONE' });
        return html`<p class="card offer">
          <span class="quiet">${messages.results.withoutPhotos(messages.tasks[name])}</span>
          <button type="button" class="secondary small" @click=${() => this.attempt(drop)}>
            ${messages.tasksCard.drop}
          </button>
        </p>`;
      });
  }

  #renderCompareLink(): TemplateResult | typeof nothing {
    const { inspection } = this.loaded;
    if (!inspection.relatedInspectionId) return nothing;
    return html`<a class="card link-card" href=${hrefOf(inspection.id, 'compare')}><span>${renderIcon('compare')}${this.messages.results.compare}</span></a>`;
  }

  #renderPhotos(): TemplateResult | typeof nothing {
    const { app, loaded, messages } = this;
    const images = listImages(loaded);
    if (images.length === 0) return nothing;
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
      html`<ul class="photo-strip">
        ${tiles}
      </ul>`,
    );
  }

  get #review(): DamageReview | null {
    return this.querySelector('app-review');
  }

  #openReview({ detail }: CustomEvent<{ damageId: string }>): void {
    this.#review?.open(detail.damageId);
  }

  async #restoreFocus({ detail }: CustomEvent<{ damageId: string | undefined }>): Promise<void> {
    await this.updateComplete;
    const card = this.querySelector<HTMLElement>(`[data-damage="${detail.damageId}"]`);
    focusIfLost(card ?? this.querySelector<HTMLElement>('app-damage-list summary'));
  }

  #showPart({ partType }: PartSelectDetail): void {
    void this.querySelector<DamageList>('app-damage-list')?.showPart(partType);
  }
}

/** Before the photos are analysed, a look at them would come too early: the model may still find damage. */
function haveResults({ entities }: LoadedInspection): boolean {
  const detection = Object.values(entities.tasks).find(({ name }) => name === 'damage_detection');
  return detection === undefined || detection.status === 'DONE' || detection.status === 'VALIDATED';
}

/** Whether the task needs nothing but a validation. A task without photos has nothing to do. */
function hasEnded({ name, status, images }: Task): boolean {
  if (status === 'NOT_STARTED') return name !== 'repair_estimate' && images.length === 0;
  return status !== 'IN_PROGRESS' && status !== 'ERROR';
}
