import type { Image, TaskName } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { acceptDrops } from '../common/drop.ts';
import { renderError } from '../common/error-text.ts';
import { listImages, listViews } from '../common/loaded-inspection.ts';
import { renderCard, renderFileButton } from '../common/templates.ts';
import { renderPhotoTile } from './photo-tile.ts';
import { StepElement } from './step-element.ts';

interface RejectedFile {
  file: File;
  error: unknown;
}

/** Photos beyond guided capture: close-ups, the interior, existing files. */
export class OtherPhotos extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    adding: { state: true },
    rejected: { state: true },
  };

  declare protected adding: string;
  /** Files that could not be added. The user can retry them when the reason is gone. */
  declare protected rejected: readonly RejectedFile[];
  #stopDrops: (() => void) | undefined;

  constructor() {
    super();
    this.adding = '';
    this.rejected = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopDrops = acceptDrops(document.body, (files) => !this.loaded.isDeleted && this.#add(files));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopDrops?.();
  }

  protected override render(): TemplateResult {
    const { messages, loaded } = this;
    const images = listImages(loaded).filter(({ compliances }) => !compliances.coverage_360?.sight_id);
    return renderCard(
      'other-photos',
      images.length > 0 ? `${messages.capture.others} (${images.length})` : messages.capture.others,
      loaded.isDeleted ? nothing : this.#renderTools(),
      html`<p class="quiet" role="status">${this.adding}</p>`,
      this.#renderRejected(),
      this.renderProblem(),
      html`<ul class="tiles">
        ${repeat(
          images,
          ({ id }) => id,
          (image) => this.#renderTile(image),
        )}
      </ul>`,
    );
  }

  #renderTools(): TemplateResult {
    const { capture } = this.messages;
    const onFiles = (files: File[]) => this.#add(files);
    return html`<div class="stack">
      <div class="actions">
        ${renderFileButton({ label: capture.take, camera: true, className: 'secondary', onFiles })}
        ${renderFileButton({ label: capture.choose, multiple: true, className: 'secondary', onFiles })}
      </div>
      <p class="quiet hint">${capture.drop}</p>
      ${this.#renderTaskChoices()}
    </div>`;
  }

  /** Renders the tasks to add the next photos to. A started task accepts no photos. */
  #renderTaskChoices(): TemplateResult | typeof nothing {
    const open = Object.values(this.loaded.entities.tasks).filter(
      ({ name, status }) => status === 'NOT_STARTED' && name !== 'repair_estimate',
    );
    if (open.length === 0) return nothing;
    return html`<fieldset class="choices">
      <legend>${this.messages.capture.newPhotosFor}</legend>
      <div class="row-of-checks">
        ${repeat(
          open,
          ({ name }) => name,
          ({ name }) =>
            html`<label class="check"
              ><input type="checkbox" name="photo-task" value=${name} checked />${this.messages.tasks[name]}</label
            >`,
        )}
      </div>
    </fieldset>`;
  }

  #renderRejected(): TemplateResult {
    const { messages } = this;
    const dismiss = (file: RejectedFile) => {
      this.rejected = this.rejected.filter((other) => other !== file);
    };
    return html`<div class="lines" role="group" aria-label=${messages.capture.notAdded}>
      ${this.rejected.map(
        (one) =>
          html`<div class="line failed" role="alert">
            <div class="line-text"><strong>${one.file.name}</strong>${renderError(one.error, messages)}</div>
            <button
              type="button"
              class="secondary small"
              @click=${() => {
                dismiss(one);
                void this.#add([one.file]);
              }}
            >
              ${messages.tryAgain}
            </button>
            <button type="button" class="plain" @click=${() => dismiss(one)}>${messages.dismiss}</button>
          </div>`,
      )}
    </div>`;
  }

  #renderTile(image: Image): TemplateResult {
    const { entities, isDeleted } = this.loaded;
    const started = Object.values(entities.tasks).filter(({ status }) => status !== 'NOT_STARTED');
    return renderPhotoTile({
      app: this.app,
      image,
      thumbnail: this.thumbnails.get(image.id),
      views: listViews(this.loaded, { imageId: image.id }),
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
      this.adding = this.messages.capture.adding(index + 1, files.length);
      try {
        await this.app.kerbside.images.addOne(this.inspectionId, { name: file.name, tasks }, file);
      } catch (error) {
        this.rejected = [...this.rejected, { file, error }];
      }
    }
    this.adding = '';
  }

  #remove({ id }: Image): void {
    void this.attempt(() => this.app.kerbside.images.deleteOne(this.inspectionId, id));
  }

  /** Adds the new photo first: if a step fails, one photo is left. */
  #retake({ id, name, tasks }: Image, photo: File): void {
    const { images } = this.app.kerbside;
    void this.attempt(async () => {
      await images.addOne(this.inspectionId, { name, tasks }, photo);
      await images.deleteOne(this.inspectionId, id);
    });
  }
}
