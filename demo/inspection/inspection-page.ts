import { defineElements } from 'kerbside/elements';
import { LiveController, liveQueries } from 'kerbside/live';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { renderError } from '../common/error-text.ts';
import { getVehicle, isDeleted, type LoadedInspection } from '../common/loaded-inspection.ts';
import { hrefOf, STEPS, type Step } from '../common/route.ts';
import { getVehicleTitle, renderBadge } from '../common/templates.ts';
import { Thumbnails } from '../common/thumbnails.ts';
import { CaptureStep } from './capture-step.ts';
import { DamageList } from './damage-list.ts';
import { DamageReview } from './damage-review.ts';
import { HandOver } from './hand-over.ts';
import { MissingPlaces } from './missing-places.ts';
import { OtherPhotos } from './other-photos.ts';
import { PhotoViewer } from './photo-viewer.ts';
import { ReportStep } from './report-step.ts';
import { ResultsStep } from './results-step.ts';
import { TasksCard } from './tasks-card.ts';
import { VehicleCard } from './vehicle-card.ts';

/** The page of one inspection. It follows every change in this tab or another. */
export class InspectionPage extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    inspectionId: {},
    step: {},
  };

  declare inspectionId: string;
  /** Undefined: the step that the inspection has reached. */
  declare step: Step | undefined;
  readonly #thumbnails = new Thumbnails(this, () => this.app.kerbside);
  readonly #inspection = new LiveController(this, () =>
    liveQueries(this.app.kerbside).inspection(this.inspectionId, { showDeletedObjects: true }),
  );

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    delete document.body.dataset.step;
  }

  protected override render(): TemplateResult {
    const { messages } = this;
    const { data: loaded, error } = this.#inspection.snapshot;
    return html`<article>
      <a class="back" href="#/">${messages.inspection.back}</a>
      ${loaded ? this.#renderInspection(loaded) : error ? this.#renderMissing(error) : html`<h1>…</h1>`}
    </article>`;
  }

  #renderMissing(error: unknown): TemplateResult {
    return html`<header class="page-head"><h1>${this.messages.inspection.notHere}</h1></header>
      <div class="quiet">${renderError(error, this.messages)}</div>`;
  }

  #renderInspection(loaded: LoadedInspection): TemplateResult {
    const { app, messages } = this;
    const { inspection } = loaded;
    const isGone = isDeleted(loaded);
    const step = this.step ?? getStep(loaded);
    document.body.dataset.step = step; // the results are wider
    return html`
      <header class="page-head">
        <h1>${getVehicleTitle(getVehicle(loaded), messages)}</h1>
        <p class="facts">
          ${renderBadge(isGone ? 'deleted' : inspection.status, messages)}
          <span class="quiet">${app.names.moment(inspection.createdAt)}</span>
        </p>
      </header>
      <nav class="steps" aria-label=${messages.inspection.steps}>
        ${STEPS.map(
          (one) =>
            html`<a href=${hrefOf(inspection.id, one)} aria-current=${one === step ? 'step' : nothing}
              >${messages.inspection[one]}</a
            >`,
        )}
      </nav>
      <div class="sections" data-deleted=${isGone} @open-photo=${this.#openPhoto}>
        ${this.#renderStep(step, loaded)}
      </div>
      <app-photo-viewer .app=${app} .loaded=${loaded}></app-photo-viewer>
    `;
  }

  #renderStep(step: Step, loaded: LoadedInspection): TemplateResult {
    const { app } = this;
    const thumbnails = this.#thumbnails.source;
    switch (step) {
      case 'capture':
        return html`<app-capture .app=${app} .loaded=${loaded} .thumbnails=${thumbnails}></app-capture>`;
      case 'results':
        return html`<app-results .app=${app} .loaded=${loaded} .thumbnails=${thumbnails}></app-results>`;
      case 'report':
        return html`<app-report .app=${app} .loaded=${loaded}></app-report>`;
    }
  }

  #openPhoto({ detail }: CustomEvent<{ imageId: string; damageId?: string }>): void {
    this.querySelector<PhotoViewer>('app-photo-viewer')?.open(detail.imageId, detail.damageId);
  }
}

/** Returns `capture` until a task has started. */
function getStep({ entities }: LoadedInspection): Step {
  const hasStarted = Object.values(entities.tasks).some(({ status }) => status !== 'NOT_STARTED');
  return hasStarted ? 'results' : 'capture';
}

const ELEMENTS = {
  'app-capture': CaptureStep,
  'app-damage-list': DamageList,
  'app-missing-places': MissingPlaces,
  'app-review': DamageReview,
  'app-hand-over': HandOver,
  'app-inspection': InspectionPage,
  'app-other-photos': OtherPhotos,
  'app-photo-viewer': PhotoViewer,
  'app-report': ReportStep,
  'app-results': ResultsStep,
  'app-tasks': TasksCard,
  'app-vehicle': VehicleCard,
} as const;

export function definePage(): void {
  defineElements();
  for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
}
