import type { Image, TaskName } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { acceptDrops } from '../parts/drop.ts';
import { problemText } from '../parts/in-words.ts';
import { imagesOf, viewsOf } from '../parts/shown.ts';
import { card, fileButton } from '../parts/templates.ts';
import { photoTile } from './photo-tile.ts';
import { StepElement } from './step-element.ts';

interface Refused {
  file: File;
  error: unknown;
}

/** Photos of whatever else: close-ups, the inside, files from elsewhere. */
export class OtherPhotos extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    adding: { state: true },
    refused: { state: true },
  };

  declare protected adding: string;
  /** A photo that was refused stays in the person's hands: it can be tried again once the reason is gone. */
  declare protected refused: readonly Refused[];
  #stopDrops: (() => void) | undefined;

  constructor() {
    super();
    this.adding = '';
    this.refused = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopDrops = acceptDrops(document.body, (files) => !this.shown.isDeleted && this.#add(files));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopDrops?.();
  }

  protected override render(): TemplateResult {
    const { words, shown } = this;
    const images = imagesOf(shown).filter(({ compliances }) => !compliances.coverage_360?.sight_id);
    return card(
      'other-photos',
      images.length > 0 ? `${words.capture.others} (${images.length})` : words.capture.others,
      shown.isDeleted ? nothing : this.#tools(),
      html`<p class="quiet" role="status">${this.adding}</p>`,
      this.#failures(),
      this.problemArea(),
      html`<ul class="tiles">
        ${repeat(
          images,
          ({ id }) => id,
          (image) => this.#tile(image),
        )}
      </ul>`,
    );
  }

  #tools(): TemplateResult {
    const { capture } = this.words;
    const chosen = (files: File[]) => this.#add(files);
    return html`<div class="stack">
      <div class="actions">
        ${fileButton({ label: capture.take, camera: true, className: 'secondary', chosen })}
        ${fileButton({ label: capture.choose, multiple: true, className: 'secondary', chosen })}
      </div>
      <p class="quiet hint">${capture.drop}</p>
      ${this.#taskChoices()}
    </div>`;
  }

  /** Which tasks the next photos are for: those that have not started, as a started one takes no more. */
  #taskChoices(): TemplateResult | typeof nothing {
    const open = Object.values(this.shown.entities.tasks).filter(
      ({ name, status }) => status === 'NOT_STARTED' && name !== 'repair_estimate',
    );
    if (open.length === 0) return nothing;
    return html`<fieldset class="choices">
      <legend>${this.words.capture.newPhotosFor}</legend>
      <div class="row-of-checks">
        ${repeat(
          open,
          ({ name }) => name,
          ({ name }) =>
            html`<label class="check"
              ><input type="checkbox" name="photo-task" value=${name} checked />${this.words.tasks[name]}</label
            >`,
        )}
      </div>
    </fieldset>`;
  }

  #failures(): TemplateResult {
    const { words } = this;
    const forget = (one: Refused) => {
      this.refused = this.refused.filter((other) => other !== one);
    };
    return html`<div class="lines" role="group" aria-label=${words.capture.notAdded}>
      ${this.refused.map(
        (one) =>
          html`<div class="line failed" role="alert">
            <div class="line-text"><strong>${one.file.name}</strong>${problemText(one.error, words)}</div>
            <button
              type="button"
              class="secondary small"
              @click=${() => {
                forget(one);
                void this.#add([one.file]);
              }}
            >
              ${words.tryAgain}
            </button>
            <button type="button" class="plain" @click=${() => forget(one)}>${words.dismiss}</button>
          </div>`,
      )}
    </div>`;
  }

  #tile(image: Image): TemplateResult {
    const { entities, isDeleted } = this.shown;
    const started = Object.values(entities.tasks).filter(({ status }) => status !== 'NOT_STARTED');
    return photoTile({
      app: this.app,
      image,
      thumbnail: this.thumbnails.of(image.id),
      views: viewsOf(this.shown, { imageId: image.id }),
      damages: Object.values(entities.damages),
      canChange: !isDeleted && !started.some((task) => image.tasks.some(({ name }) => name === task.name)),
      open: () => this.openPhoto(image.id),
      remove: isDeleted ? undefined : () => this.#remove(image),
      retake: (photo) => this.#retake(image, photo),
    });
  }

  async #add(files: File[]): Promise<void> {
    const boxes = this.querySelectorAll<HTMLInputElement>('input[name="photo-task"]:checked');
    const tasks = [...boxes].map(({ value }) => value as TaskName);
    for (const [index, file] of files.entries()) {
      this.adding = this.words.capture.adding(index + 1, files.length);
      try {
        await this.app.kerbside.images.addOne(this.inspectionId, { name: file.name, tasks }, file);
      } catch (error) {
        this.refused = [...this.refused, { file, error }];
      }
    }
    this.adding = '';
  }

  #remove({ id }: Image): void {
    void this.attempt(() => this.app.kerbside.images.deleteOne(this.inspectionId, id));
  }

  /** The new photo first: whatever happens then, there is one. */
  #retake({ id, name, tasks }: Image, photo: File): void {
    const { images } = this.app.kerbside;
    void this.attempt(async () => {
      await images.addOne(this.inspectionId, { name, tasks }, photo);
      await images.deleteOne(this.inspectionId, id);
    });
  }
}
