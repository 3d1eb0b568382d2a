import type { Image, PartType, TaskName } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { choosePart } from '../common/choose-part.ts';
import { renderError } from '../common/error-text.ts';
import { listImages, listViews } from '../common/loaded-inspection.ts';
import { describePlace, getPlace, proposePart } from '../common/place.ts';
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
    place: { state: true },
  };

  declare protected adding: string;
  /** Files that could not be added. The user can retry them when the reason is gone. */
  declare protected rejected: readonly RejectedFile[];
  /** The part that the next photos show. */
  declare protected place: PartType | undefined;
  #stopDrops: (() => void) | undefined;

  constructor() {
    super();
    this.adding = '';
    this.rejected = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopDrops = acceptDrops(document.body, (files) => !this.isDeleted && this.#add(files));
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
      this.isDeleted ? nothing : this.#renderTools(),
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
      ${this.#renderPlace()}
      <div class="actions">
        ${renderFileButton({ label: capture.take, camera: true, className: 'secondary', onFiles })}
        ${renderFileButton({ label: capture.choose, multiple: true, className: 'secondary', onFiles })}
      </div>
      <p class="quiet hint">${capture.drop}</p>
      ${this.#renderTaskChoices()}
    </div>`;
  }

  /** Renders the place of the next photos, or the button that asks for it. */
  #renderPlace(): TemplateResult {
    const { messages, app, place } = this;
    const ask = async () => {
      this.place = await choosePart(app, {
        title: messages.place.whereFirst,
        selected: proposePart(listImages(this.loaded).findLast(proposePart)),
      });
    };
    if (!place)
      return html`<button type="button" class="close-up" @click=${ask}>${messages.place.closeUp}</button>`;
    return html`<p class="chosen-place" role="status">
      <strong>${messages.labelled(messages.place.closeUp, app.names.part(place))}</strong>
      <button type="button" class="plain" @click=${ask}>${messages.results.editShort}</button>
      <button
        type="button"
        class="plain"
        @click=${() => {
          this.place = undefined;
        }}
      >
        ${messages.cancel}
      </button>
    </p>`;
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
    const { isDeleted } = this;
    const { entities } = this.loaded;
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
      setPlace: getPlace(image) ? undefined : () => this.#askPlace(image),
    });
  }

  async #add(files: File[]): Promise<void> {
    const boxes = this.querySelectorAll<HTMLInputElement>('input[name="photo-task"]:checked');
    const tasks = [...boxes].map(({ value }) => value as TaskName);
    for (const [index, file] of files.entries()) {
      this.adding = this.messages.capture.adding(index + 1, files.length);
      try {
        const input = { name: file.name, tasks, ...(this.place && describePlace(this.place)) };
        await this.app.kerbside.images.addOne(this.inspectionId, input, file);
      } catch (error) {
        this.rejected = [...this.rejected, { file, error }];
      }
    }
    this.adding = '';
    this.place = undefined;
  }

  /** A photo cannot be changed, so it is added again with its place. */
  async #askPlace(image: Image): Promise<void> {
    const { kerbside } = this.app;
    const title = this.messages.place.question;
    const part = await choosePart(this.app, { title, selected: proposePart(image) });
    if (!part) return;
    await this.attempt(async () => {
      const { bytes, type } = await kerbside.images.photo(image.id);
      const { name, tasks } = image;
      const input = { name, tasks, ...describePlace(part) };
      await kerbside.images.addOne(this.inspectionId, input, new Blob([bytes], { type }));
      await kerbside.images.deleteOne(this.inspectionId, image.id);
    });
  }

  #remove({ id }: Image): void {
    void this.attempt(() => this.app.kerbside.images.deleteOne(this.inspectionId, id));
  }

  /** Adds the new photo first: if a step fails, one photo is left. */
  #retake({ id, name, tasks, imageType, detailedViewpoint }: Image, photo: File): void {
    const { images } = this.app.kerbside;
    void this.attempt(async () => {
      await images.addOne(this.inspectionId, { name, tasks, imageType, detailedViewpoint }, photo);
      await images.deleteOne(this.inspectionId, id);
    });
  }
}

/** Accepts files that are dragged onto an element. Returns a function that stops it. */
function acceptDrops(target: HTMLElement, onFiles: (files: File[]) => unknown): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const setDropping = (isDropping: boolean) => target.classList.toggle('dropping', isDropping);
  target.addEventListener(
    'dragover',
    (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDropping(true);
    },
    { signal },
  );
  target.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node)) setDropping(false);
    },
    { signal },
  );
  target.addEventListener(
    'drop',
    (event) => {
      setDropping(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault(); // otherwise the browser opens the file instead of the page
      onFiles(files);
    },
    { signal },
  );
  return () => controller.abort();
}
