import { type Image, TASK_NAMES, type TaskName } from 'kerbside';
import { imageOfSight, type PhotoTakenDetail, type Shot, type Sight, sightsFor } from 'kerbside/elements';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { inWords } from '../parts/in-words.ts';
import { imagesOf } from '../parts/shown.ts';
import { card } from '../parts/templates.ts';
import { goTo, hrefOf } from '../shell/route.ts';
import { qualityOf } from './quality.ts';
import { StepElement } from './step-element.ts';

/** Once around the vehicle, then the analysis. */
export class CaptureStep extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    refused: { state: true },
  };

  /** Why the last guided photo was not taken. */
  declare protected refused: string;

  constructor() {
    super();
    this.refused = '';
  }

  protected override render(): TemplateResult {
    const { app, shown, words } = this;
    const sights = sightsFor(this.#tasks());
    const guided = html`<kerbside-capture
      lang=${app.language}
      .sights=${sights}
      .shots=${this.#shots(sights)}
      .problem=${this.refused}
      ?locked=${shown.isDeleted || this.#waiting().length === 0}
      @photo-taken=${this.#taken}
    ></kerbside-capture>`;
    return html`
      ${card('guided', words.capture.guided, guided, this.problemArea())}
      <app-other-photos .app=${app} .shown=${shown} .thumbnails=${this.thumbnails}></app-other-photos>
      ${shown.isDeleted ? nothing : this.#startBar()}
    `;
  }

  #startBar(): TemplateResult {
    const { capture } = this.words;
    if (this.#waiting().length === 0) {
      return html`<div class="start-bar">
        <p class="quiet">${capture.started}</p>
        <a class="button" href=${hrefOf(this.inspectionId, 'results')}>${capture.seeResults}</a>
      </div>`;
    }
    const ready = this.#ready();
    return html`<div class="start-bar">
      <p class="quiet">${ready.length > 0 ? capture.startNote : capture.startNeeds}</p>
      <button type="button" ?disabled=${ready.length === 0} @click=${this.#start}>${capture.start}</button>
    </div>`;
  }

  #tasks(): TaskName[] {
    const names = Object.values(this.shown.entities.tasks).map(({ name }) => name);
    return TASK_NAMES.filter((name) => names.includes(name));
  }

  /** Tasks that have not started. */
  #waiting() {
    return Object.values(this.shown.entities.tasks).filter(({ status }) => status === 'NOT_STARTED');
  }

  /** Those of them that have something to work on. The estimate follows what the others find. */
  #ready() {
    const withPhotos = this.#waiting().filter(({ images }) => images.length > 0);
    const estimate = this.#waiting().filter(({ name }) => name === 'repair_estimate');
    return withPhotos.length > 0 ? [...withPhotos, ...estimate] : [];
  }

  #shots(sights: readonly Sight[]): Record<string, Shot> {
    return Object.fromEntries(
      sights.flatMap(({ id }) => {
        const image = this.#imageOf(id);
        return image ? [[id, this.#shotOf(image)]] : [];
      }),
    );
  }

  #shotOf(image: Image): Shot {
    const { verdict, text } = qualityOf(image, this.words);
    const thumbnail = this.thumbnails.of(image.id);
    const photo = thumbnail && 'picture' in thumbnail ? thumbnail.picture : undefined;
    return { id: image.id, photo, verdict, reason: text };
  }

  /** The latest of a sight: while one is taken again there are two for a moment. */
  #imageOf(sight: string): Image | undefined {
    return imagesOf(this.shown).findLast(({ compliances }) => compliances.coverage_360?.sight_id === sight);
  }

  /** The new photo first: whatever happens then, there is one. */
  async #taken({ detail }: CustomEvent<PhotoTakenDetail>): Promise<void> {
    const sight = sightsFor(this.#tasks()).find(({ id }) => id === detail.sight);
    if (!sight) return;
    const { images } = this.app.kerbside;
    const before = this.#imageOf(sight.id);
    this.refused = '';
    const done = await this.attempt(async () => {
      // For its task, started or not: one that has started refuses it, before it is kept.
      await images.addOne(this.inspectionId, imageOfSight(sight, this.#tasks()), detail.photo);
      if (before) await images.deleteOne(this.inspectionId, before.id);
    });
    if (done) return;
    this.refused = inWords(this.problem, this.words);
    this.problem = undefined; // said where the photo was taken
  }

  async #start(): Promise<void> {
    const { kerbside } = this.app;
    const done = await this.attempt(async () => {
      for (const { name } of this.#ready()) {
        await kerbside.tasks.updateOne(this.inspectionId, name, { status: 'TODO' });
      }
    });
    if (done) goTo(hrefOf(this.inspectionId, 'results'));
  }
}
