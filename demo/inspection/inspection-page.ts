import { isKerbsideError } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { renderError } from '../common/error-text.ts';
import { LiveQuery } from '../common/live-query.ts';
import { getVehicle, type LoadedInspection, toLoadedInspection } from '../common/loaded-inspection.ts';
import { getVehicleTitle, renderBadge } from '../common/templates.ts';
import { Thumbnails } from '../common/thumbnails.ts';
import { hrefOf, STEPS, type Step } from '../shell/route.ts';
import type { PhotoViewer } from './photo-viewer.ts';

/** The page of one inspection. It is loaded again after every change in this tab or another. */
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
  readonly #inspection = new LiveQuery(
    this,
    (onChange) => this.#subscribe(onChange),
    async () => {
      const options = { showDeletedObjects: true };
      return toLoadedInspection(await this.app.kerbside.inspections.getOne(this.inspectionId, options));
    },
  );

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    delete document.body.dataset.step;
  }

  protected override render(): TemplateResult {
    const { messages } = this;
    const { value: loaded, error } = this.#inspection;
    const isGone = error !== undefined && (!loaded || isKerbsideError(error, 'not_found'));
    return html`<article>
      <a class="back" href="#/">${messages.inspection.back}</a>
      ${isGone ? this.#renderMissing(error) : loaded ? this.#renderInspection(loaded) : html`<h1>…</h1>`}
    </article>`;
  }

  #renderMissing(error: unknown): TemplateResult {
    return html`<header class="page-head"><h1>${this.messages.inspection.notHere}</h1></header>
      <div class="quiet">${renderError(error, this.messages)}</div>`;
  }

  #renderInspection(loaded: LoadedInspection): TemplateResult {
    const { app, messages } = this;
    const { inspection, isDeleted } = loaded;
    const step = this.step ?? getStep(loaded);
    document.body.dataset.step = step; // the results are wider
    return html`
      <header class="page-head">
        <h1>${getVehicleTitle(getVehicle(loaded), messages)}</h1>
        <p class="facts">
          ${renderBadge(isDeleted ? 'deleted' : inspection.status, messages)}
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
      <div class="sections" data-deleted=${isDeleted} @open-photo=${this.#openPhoto}>
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

  #subscribe(onChange: () => void): () => void {
    const controller = new AbortController();
    const events = async () => {
      const watched = this.app.kerbside.watch(this.inspectionId, { signal: controller.signal });
      for await (const _event of watched) onChange();
    };
    events().catch(() => {}); // the URL has no valid id: the load fails too, and shows the error
    return () => controller.abort();
  }
}

/** Returns `capture` until a task has started. */
function getStep({ entities }: LoadedInspection): Step {
  const hasStarted = Object.values(entities.tasks).some(({ status }) => status !== 'NOT_STARTED');
  return hasStarted ? 'results' : 'capture';
}
