import { isKerbsideError } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import { problemText } from '../parts/in-words.ts';
import { Live } from '../parts/live.ts';
import { type Shown, shownOf, vehicleOf } from '../parts/shown.ts';
import { badge, vehicleTitle } from '../parts/templates.ts';
import { Thumbnails } from '../parts/thumbnails.ts';
import { hrefOf, STEPS, type Step } from '../shell/route.ts';
import type { PhotoViewer } from './photo-viewer.ts';

/** One inspection, live: every change, from this tab or another, is read back from the database. */
export class InspectionPage extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    inspectionId: {},
    step: {},
  };

  declare inspectionId: string;
  /** Undefined: the one that the inspection has come to. */
  declare step: Step | undefined;
  readonly #thumbnails = new Thumbnails(this, () => this.app.kerbside);
  readonly #inspection = new Live(
    this,
    (changed) => this.#follow(changed),
    async () => {
      const options = { showDeletedObjects: true };
      return shownOf(await this.app.kerbside.inspections.getOne(this.inspectionId, options));
    },
  );

  protected override render(): TemplateResult {
    const { words } = this;
    const { value: shown, error } = this.#inspection;
    const isGone = error !== undefined && (!shown || isKerbsideError(error, 'not_found'));
    return html`<article>
      <a class="back" href="#/">${words.inspection.back}</a>
      ${isGone ? this.#missing(error) : shown ? this.#shown(shown) : html`<h1>…</h1>`}
    </article>`;
  }

  #missing(error: unknown): TemplateResult {
    return html`<header class="page-head"><h1>${this.words.inspection.notHere}</h1></header>
      <div class="quiet">${problemText(error, this.words)}</div>`;
  }

  #shown(shown: Shown): TemplateResult {
    const { app, words } = this;
    const { inspection, isDeleted } = shown;
    const step = this.step ?? stepOf(shown);
    return html`
      <header class="page-head">
        <h1>${vehicleTitle(vehicleOf(shown), words)}</h1>
        <p class="facts">
          ${badge(isDeleted ? 'deleted' : inspection.status, words)}
          <span class="quiet">${app.names.moment(inspection.createdAt)}</span>
        </p>
      </header>
      <nav class="steps" aria-label=${words.inspection.steps}>
        ${STEPS.map(
          (one) =>
            html`<a href=${hrefOf(inspection.id, one)} aria-current=${one === step ? 'step' : nothing}
              >${words.inspection[one]}</a
            >`,
        )}
      </nav>
      <div class="sections" data-deleted=${isDeleted} @open-photo=${this.#openPhoto}>
        ${this.#step(step, shown)}
      </div>
      <app-photo-viewer .app=${app} .shown=${shown}></app-photo-viewer>
    `;
  }

  #step(step: Step, shown: Shown): TemplateResult {
    const { app } = this;
    const thumbnails = this.#thumbnails.source;
    switch (step) {
      case 'capture':
        return html`<app-capture .app=${app} .shown=${shown} .thumbnails=${thumbnails}></app-capture>`;
      case 'results':
        return html`<app-results .app=${app} .shown=${shown} .thumbnails=${thumbnails}></app-results>`;
      case 'report':
        return html`<app-report .app=${app} .shown=${shown}></app-report>`;
    }
  }

  #openPhoto({ detail }: CustomEvent<{ imageId: string; damageId?: string }>): void {
    this.querySelector<PhotoViewer>('app-photo-viewer')?.open(detail.imageId, detail.damageId);
  }

  #follow(changed: () => void): () => void {
    const leaving = new AbortController();
    const events = async () => {
      const watched = this.app.kerbside.watch(this.inspectionId, { signal: leaving.signal });
      for await (const _event of watched) changed();
    };
    events().catch(() => {}); // an address that is no id; the page says so in words
    return () => leaving.abort();
  }
}

/** Photos are taken until a task has started. */
function stepOf({ entities }: Shown): Step {
  const hasStarted = Object.values(entities.tasks).some(({ status }) => status !== 'NOT_STARTED');
  return hasStarted ? 'results' : 'capture';
}
