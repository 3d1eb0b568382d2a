import { type Image, TASK_NAMES, type TaskName, VIEWPOINTS } from 'kerbside';
import {
  imageOfSight,
  type PhotoTakenDetail,
  type RingDamage,
  type Shot,
  type SideSelectDetail,
  type SideState,
  type Sight,
  sightsFor,
  type WalkDoneDetail,
} from 'kerbside/elements';
import { type CloseUpOffer, offerCloseUps } from 'kerbside/walk';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { getErrorText } from '../common/error-text.ts';
import { renderIcon } from '../common/icon.ts';
import { listImages } from '../common/loaded-inspection.ts';
import { describePlace, getPlace } from '../common/place.ts';
import { goTo, hrefOf } from '../common/route.ts';
import { renderCard, renderFileButton } from '../common/templates.ts';
import { FoundDamages } from './found-damages.ts';
import { getPhotoQuality } from './photo-quality.ts';
import { StepElement } from './step-element.ts';

/** The first step: photos from all sides, then the start of the analysis. */
export class CaptureStep extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    rejection: { state: true },
  };

  /** Why the last guided photo was rejected. */
  declare protected rejection: string;
  readonly #found = new FoundDamages(this);

  constructor() {
    super();
    this.rejection = '';
  }

  protected override render(): TemplateResult {
    const { app, loaded, messages } = this;
    const sights = sightsFor(this.#listTaskNames());
    const shots = this.#createShots(sights);
    const damages = this.#listFound();
    const isLocked = this.isDeleted || this.#listNotStarted().length === 0;
    const guided = html`<div class="around">
      <kerbside-ring
        lang=${app.language}
        ?locked=${isLocked}
        .sides=${toSideStates(shots)}
        .damages=${damages}
        @side-select=${({ detail }: CustomEvent<SideSelectDetail>) => this.#openCamera(detail.viewpoint)}
      ></kerbside-ring>
      ${isLocked ? nothing : html`<kerbside-walk lang=${app.language} .models=${app.kerbside.models} @walk-done=${this.#saveWalk}></kerbside-walk>`}
    </div>
    <kerbside-capture
      lang=${app.language}
      .sights=${sights}
      .shots=${shots}
      .problem=${this.rejection}
      .guide=${app.kerbside.models}
      .damages=${damages}
      ?locked=${isLocked}
      @photo-taken=${({ detail }: CustomEvent<PhotoTakenDetail>) => void this.#savePhoto(detail)}
    ></kerbside-capture>`;
    return html`
      ${renderCard('guided', messages.capture.guided, guided, this.renderProblem())}
      ${isLocked ? nothing : this.#renderCloseUps()}
      <app-other-photos .app=${app} .loaded=${loaded} .thumbnails=${this.thumbnails}></app-other-photos>
      ${this.isDeleted ? nothing : this.#renderStartBar()}
    `;
  }

  /** Damages that the photos of the sides show too small, or that the model is not sure of. */
  #renderCloseUps(): TemplateResult | typeof nothing {
    const { closeUps } = this.messages.capture;
    const taken = listImages(this.loaded).flatMap((image) => getPlace(image) ?? []);
    const offers = offerCloseUps(this.#listPresent(), taken);
    if (offers.length === 0) return nothing;
    return renderCard(
      'close-ups',
      closeUps.title,
      html`<ul class="lines">
        ${offers.map((offer) => {
          const text = closeUps.question(this.app.names.damage(offer.damageType, offer.partType));
          return html`<li class="line">
            <div class="line-text"><strong>${text}</strong><p class="quiet">${closeUps[offer.reason]}</p></div>
            ${renderFileButton({
              label: this.messages.labelled(closeUps.take, text),
              text: closeUps.take,
              camera: true,
              className: 'secondary small',
              onFiles: ([photo]) => void this.#saveCloseUp(offer, photo),
            })}
          </li>`;
        })}
      </ul>`,
    );
  }

  #renderStartBar(): TemplateResult {
    const { capture } = this.messages;
    if (this.#listNotStarted().length === 0) {
      return html`<div class="start-bar">
        <p class="quiet">${capture.started}</p>
        <a class="button" href=${hrefOf(this.inspectionId, 'results')}>${capture.seeResults}</a>
      </div>`;
    }
    if (this.#listStartable().length === 0) {
      return html`<div class="start-bar">
        <button type="button" @click=${() => this.#openCamera()}>
          ${renderIcon('camera')}${capture.takePhotos}
        </button>
      </div>`;
    }
    return html`<div class="start-bar">
      <p class="quiet">${capture.startNote}</p>
      <button type="button" @click=${this.#start}>${renderIcon('play')}${capture.start}</button>
    </div>`;
  }

  #openCamera(sight?: string): void {
    this.querySelector('kerbside-capture')?.open(sight);
  }

  #listTaskNames(): TaskName[] {
    const names = Object.values(this.loaded.entities.tasks).map(({ name }) => name);
    return TASK_NAMES.filter((name) => names.includes(name));
  }

  #listNotStarted() {
    return Object.values(this.loaded.entities.tasks).filter(({ status }) => status === 'NOT_STARTED');
  }

  /** Returns the tasks that have photos. The estimate has none: it uses the results of the others. */
  #listStartable() {
    const withPhotos = this.#listNotStarted().filter(({ images }) => images.length > 0);
    const estimate = this.#listNotStarted().filter(({ name }) => name === 'repair_estimate');
    return withPhotos.length > 0 ? [...withPhotos, ...estimate] : [];
  }

  #createShots(sights: readonly Sight[]): Record<string, Shot> {
    return Object.fromEntries(
      sights.flatMap(({ id }) => {
        const image = this.#findImage(id);
        return image ? [[id, this.#toShot(image)]] : [];
      }),
    );
  }

  #toShot(image: Image): Shot {
    const { verdict, text } = getPhotoQuality(image, this.messages);
    const thumbnail = this.thumbnails.get(image.id);
    const photo = thumbnail && 'photo' in thumbnail ? thumbnail.photo : undefined;
    return { id: image.id, photo, verdict, reason: text };
  }

  /** Returns the latest image of a sight: during a retake there are two for a moment. */
  #findImage(sight: string): Image | undefined {
    return listImages(this.loaded).findLast(
      ({ compliances }) => compliances.coverage_360?.sight_id === sight,
    );
  }

  /**
   * Adds the new photo first: if a step fails, one photo is left. Then finds damage on it while the user goes on.
   *
   * @returns Whether it is stored.
   */
  async #savePhoto(detail: PhotoTakenDetail): Promise<boolean> {
    const sight = sightsFor(this.#listTaskNames()).find(({ id }) => id === detail.sight);
    if (!sight) return false;
    const { images } = this.app.kerbside;
    const before = this.#findImage(sight.id);
    this.rejection = '';
    let imageId: string | undefined;
    const done = await this.attempt(async () => {
      // A task that has started rejects the photo before it is stored.
      const { result } = await images.addOne(
        this.inspectionId,
        imageOfSight(sight, this.#listTaskNames()),
        detail.photo,
      );
      imageId = result;
      if (before) await images.deleteOne(this.inspectionId, before.id);
    });
    if (done && imageId) {
      this.#findDamages(sight, { imageId, photo: detail.photo });
      return true;
    }
    this.rejection = getErrorText(this.problem, this.messages);
    this.problem = undefined; // <kerbside-capture> shows it
    return false;
  }

  #findDamages(sight: Sight, image: { imageId: string; photo: Blob }): void {
    if (sight.kind !== 'viewpoint' || !this.#listTaskNames().includes('damage_detection')) return;
    void this.#found.find(this.app.kerbside, { ...image, viewpoint: sight.id });
  }

  /** Returns what was found on photos that are still there: a photo may have been taken again. */
  #listPresent() {
    const ids = new Set(listImages(this.loaded).map(({ id }) => id));
    return new Map([...this.#found.found].filter(([imageId]) => ids.has(imageId)));
  }

  #listFound(): RingDamage[] {
    const found = this.#listPresent();
    return VIEWPOINTS.flatMap((viewpoint) => {
      const image = this.#findImage(viewpoint);
      const damages = (image && found.get(image.id)) ?? [];
      return damages.map(({ damageType, partType }) => ({
        viewpoint,
        text: this.app.names.damage(damageType, partType === 'ignore' ? undefined : partType),
      }));
    });
  }

  /** The close-up states its part, and names the photo of the whole side. */
  async #saveCloseUp({ partType, imageId }: CloseUpOffer, photo: File | undefined): Promise<void> {
    if (!photo) return;
    const tasks = this.#listTaskNames().filter((name) => name === 'damage_detection');
    const additionalData = { close_up_of: imageId };
    const input = { name: photo.name, tasks, ...describePlace(partType), additionalData };
    await this.attempt(() => this.app.kerbside.images.addOne(this.inspectionId, input, photo));
  }

  /** Photos of a walk are photos like any other. The first that fails ends it: the reason is the same for all. */
  async #saveWalk({ detail }: CustomEvent<WalkDoneDetail>): Promise<void> {
    for (const photo of detail.photos) {
      if (!(await this.#savePhoto(photo))) return;
    }
  }

  async #start(): Promise<void> {
    const { kerbside } = this.app;
    const done = await this.attempt(async () => {
      for (const { name } of this.#listStartable()) {
        await kerbside.tasks.updateOne(this.inspectionId, name, { status: 'TODO' });
      }
    });
    if (done) goTo(hrefOf(this.inspectionId, 'results'));
  }
}

function toSideStates(shots: Readonly<Record<string, Shot>>): Record<string, SideState> {
  return Object.fromEntries(
    VIEWPOINTS.map((side) => {
      const verdict = shots[side]?.verdict;
      return [side, verdict === undefined ? 'missing' : verdict === 'bad' ? 'poor' : 'good'];
    }),
  );
}
