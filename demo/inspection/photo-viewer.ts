import { getPhotoConfirmation, type Image, isKerbsideError, type View } from 'kerbside';
import type { DamageSelectDetail, DrawingTool, DrawnView, ViewAdjustedDetail } from 'kerbside/elements';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { focusIfLost } from '../common/focus.ts';
import { renderIcon } from '../common/icon.ts';
import { getImageTitle, listDamages, listImages, listViews } from '../common/loaded-inspection.ts';
import { proposePart } from '../common/place.ts';
import { addDamage, changeView } from './corrections.ts';
import { readDamage, renderDamageFields } from './damage-fields.ts';
import { renderDamageRow } from './damage-row.ts';
import { StepElement } from './step-element.ts';
import { listUncheckedImages } from './unchecked-images.ts';

/** Shows a large photo. Outlines and their rows in the list are selected together; the user draws new outlines. */
export class PhotoViewer extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    imageId: { state: true },
    photo: { state: true },
    selected: { state: true },
    tool: { state: true },
    drawn: { state: true },
    replaced: { state: true },
    adjusted: { state: true },
  };

  declare protected imageId: string | undefined;
  declare protected photo: Blob | undefined;
  declare protected selected: string | undefined;
  declare protected tool: DrawingTool | undefined;
  /** An outline whose type and part the user has not chosen yet. */
  declare protected drawn: DrawnView | undefined;
  /** The view whose outline the user draws again. */
  declare protected replaced: View | undefined;
  /** The view whose outline the user adjusts. */
  declare protected adjusted: View | undefined;

  open(imageId: string, damageId?: string): void {
    this.#show(imageId);
    this.selected = damageId;
    void this.updateComplete.then(() => this.querySelector('dialog')?.showModal());
  }

  protected override updated(changed: PropertyValues): void {
    const dialog = this.querySelector('dialog');
    if (!dialog) return;
    if (changed.has('loaded') && this.imageId && !this.#findImage()) dialog.close();
    if (changed.has('drawn') && this.drawn) this.querySelector<HTMLElement>('.seen select')?.focus();
    if (changed.has('drawn') && !this.drawn && this.imageId) focusIfLost(this.querySelector('.draw button'));
  }

  protected override render(): TemplateResult {
    const image = this.#findImage();
    return html`<dialog class="viewer" aria-labelledby="viewer-title" @close=${this.#reset} @keydown=${this.#handleKey}>
      ${image ? this.#renderContent(image) : nothing}
    </dialog>`;
  }

  #renderContent(image: Image): TemplateResult {
    const { app, loaded, tool, drawn } = this;
    const views = listViews(loaded, { imageId: image.id });
    return html`
      ${this.#renderHeader(image)}
      <kerbside-photo
        fit="contain"
        lang=${app.language}
        name=${getImageTitle(image, app.language)}
        .photo=${this.photo}
        .width=${image.imageWidth}
        .height=${image.imageHeight}
        .views=${drawn ? [...views, { id: 'drawn', damageId: 'drawn', ...drawn }] : views}
        .damages=${drawn ? [...listDamages(loaded), { id: 'drawn', damageType: 'scratch' }] : listDamages(loaded)}
        .selected=${drawn ? 'drawn' : this.selected}
        .drawing=${tool}
        .adjusting=${this.adjusted?.id}
        @damage-select=${({ detail }: CustomEvent<DamageSelectDetail>) => {
          this.selected = detail.damageId;
        }}
        @view-drawn=${({ detail }: CustomEvent<DrawnView>) => {
          this.tool = undefined;
          if (this.replaced) void this.#replace(this.replaced, detail);
          else this.drawn = detail;
        }}
        @draw-cancel=${() => {
          this.tool = undefined;
          this.replaced = undefined;
        }}
        @view-adjusted=${({ detail }: CustomEvent<ViewAdjustedDetail>) => this.#adjust(detail)}
        @adjust-cancel=${() => this.#endAdjusting()}
      ></kerbside-photo>
      <div class="seen">
        ${this.renderProblem()} ${drawn ? this.#renderDamageForm(image, drawn) : this.#renderDamages(image)}
        ${this.isDeleted || drawn || this.adjusted ? nothing : html`${this.#renderCheck(image)} ${this.#renderTools()}`}
      </div>
    `;
  }

  #renderHeader(image: Image): TemplateResult {
    const { messages } = this;
    const title = getImageTitle(image, this.app.language);
    const images = listImages(this.loaded);
    const at = images.findIndex(({ id }) => id === image.id);
    const button = (label: string, text: string, go: () => void) =>
      html`<button type="button" class="round" aria-label=${label} @click=${go}>${text}</button>`;
    const hasOthers = images.length > 1;
    return html`<header>
      <h2 id="viewer-title">
        <span class="viewer-name">${title}</span>
        ${hasOthers ? html`<span class="viewer-count">(${messages.viewer.of(at + 1, images.length)})</span>` : nothing}
      </h2>
      ${
        hasOthers
          ? [
              button(messages.viewer.previous, '‹', () => this.#step(-1)),
              button(messages.viewer.next, '›', () => this.#step(1)),
            ]
          : nothing
      }
      ${button(messages.close, '×', () => this.querySelector('dialog')?.close())}
    </header>`;
  }

  #renderDamages(image: Image): TemplateResult {
    const { app, loaded, messages } = this;
    const on = new Set(listViews(loaded, { imageId: image.id }).map(({ damageId }) => damageId));
    const damages = listDamages(loaded).filter(({ id }) => on.has(id));
    const summary =
      damages.length > 0 ? messages.viewer.damages(damages.length) : this.#explainNoDamage(image);
    return html`<p class="quiet">${summary}</p>
      <ul class="lines">
        ${repeat(
          damages,
          ({ id }) => id,
          (damage) =>
            renderDamageRow({
              app,
              damage,
              showsPart: true,
              isSelected: damage.id === this.selected,
              select: () => {
                this.selected = this.selected === damage.id ? undefined : damage.id;
              },
              remove: this.isDeleted
                ? undefined
                : () => this.attempt(() => app.kerbside.damages.deleteOne(this.inspectionId, damage.id)),
            }),
        )}
      </ul>`;
  }

  /** Returns whether the analysis found no damage, or was not run. */
  #explainNoDamage({ id }: Image): string {
    const { viewer } = this.messages;
    const isAnalysed = Object.values(this.loaded.entities.tasks).some(
      ({ name, status, images }) =>
        name === 'damage_detection' &&
        (status === 'DONE' || status === 'VALIDATED') &&
        images.some(({ imageId }) => imageId === id),
    );
    return isAnalysed ? viewer.nothing : viewer.notAnalysed;
  }

  #renderTools(): TemplateResult {
    const { viewer } = this.messages;
    const toggle = (tool: DrawingTool) => () => {
      this.tool = this.tool === tool ? undefined : tool;
      this.selected = undefined;
      this.replaced = undefined;
    };
    const button = (tool: DrawingTool, text: string) =>
      html`<button type="button" class="secondary" aria-pressed=${this.tool === tool} @click=${toggle(tool)}>
        ${text}
      </button>`;
    const view = listViews(this.loaded, { imageId: this.imageId ?? '' }).find(
      ({ damageId }) => damageId === this.selected,
    );
    const adjust = () => {
      this.adjusted = view;
      this.tool = undefined;
    };
    const redraw = () => {
      this.replaced = view;
      this.tool = 'polygon';
    };
    return html`<div class="actions draw">
      ${
        view
          ? html`<button type="button" class="secondary" @click=${adjust}>${viewer.adjust}</button>
              <button type="button" class="secondary" @click=${redraw}>${viewer.redraw}</button>`
          : nothing
      }
      ${button('box', viewer.drawBox)} ${button('polygon', viewer.drawOutline)}
    </div>`;
  }

  /** One tap says that a person looked, and goes on to the next photo that nobody has looked at. */
  #renderCheck({ id }: Image): TemplateResult {
    const { viewer } = this.messages;
    const confirmation = getPhotoConfirmation(this.loaded.inspection, id);
    if (!confirmation)
      return html`<div class="actions check">
        <button type="button" aria-keyshortcuts="c" @click=${() => this.#check(id)}>
          ${renderIcon('check')}${viewer.check}<kbd aria-hidden="true">C</kbd>
        </button>
      </div>`;
    const { confirmedBy, confirmedAt } = confirmation;
    return html`<div class="actions check">
      <span class="quiet">${viewer.checkedBy(confirmedBy.name ?? confirmedBy.id, this.app.names.moment(confirmedAt))}</span>
      <button type="button" class="secondary small" @click=${() => this.#uncheck(id)}>${viewer.uncheck}</button>
    </div>`;
  }

  async #check(imageId: string): Promise<void> {
    await this.attempt(async () => {
      await this.app.kerbside.inspections.confirmOne(this.inspectionId, { imageId });
      const next = listUncheckedImages(this.loaded).find(({ id }) => id !== imageId);
      if (this.imageId !== imageId) return; // the user went on meanwhile
      if (next) this.#show(next.id);
      else this.querySelector('dialog')?.close();
    });
    await this.updateComplete;
    if (this.imageId) focusIfLost(this.querySelector('.check button'));
  }

  async #uncheck(imageId: string): Promise<void> {
    await this.attempt(() =>
      this.app.kerbside.inspections.confirmOne(this.inspectionId, { imageId, isConfirmed: false }),
    );
  }

  #renderDamageForm(image: Image, drawn: DrawnView): TemplateResult {
    const { app, messages } = this;
    const part = proposePart(image);
    const cancel = () => {
      this.drawn = undefined;
    };
    const save = async (event: SubmitEvent) => {
      event.preventDefault();
      const input = readDamage(event.currentTarget as HTMLFormElement);
      const views = [{ ...drawn, imageId: image.id }];
      await this.attempt(async () => {
        this.selected = await addDamage(app.kerbside, this.inspectionId, input, views);
        this.drawn = undefined;
      });
    };
    return html`<form class="stack" aria-label=${messages.viewer.newDamage} @submit=${save}>
      <h3>${messages.viewer.newDamage}</h3>
      ${renderDamageFields(app, { ...(part && { partType: part }) })}
      <div class="actions">
        <button type="button" class="secondary" @click=${cancel}>${messages.cancel}</button>
        <button>${messages.results.add}</button>
      </div>
    </form>`;
  }

  async #replace(view: View, outline: DrawnView): Promise<void> {
    await this.attempt(() => changeView(this.app.kerbside, this.inspectionId, view, outline));
    this.replaced = undefined;
  }

  async #adjust(outline: DrawnView): Promise<void> {
    if (this.adjusted) await this.#replace(this.adjusted, outline);
    await this.#endAdjusting();
  }

  async #endAdjusting(): Promise<void> {
    this.adjusted = undefined;
    await this.updateComplete;
    focusIfLost(this.querySelector('.draw button'));
  }

  #findImage(): Image | undefined {
    return this.imageId ? listImages(this.loaded).find(({ id }) => id === this.imageId) : undefined;
  }

  #step(by: 1 | -1): void {
    const images = listImages(this.loaded);
    const at = images.findIndex(({ id }) => id === this.imageId);
    const next = images[(at + by + images.length) % images.length];
    if (next && images.length > 1) this.#show(next.id);
  }

  #show(imageId: string): void {
    this.#reset();
    this.imageId = imageId;
    void this.#load(imageId);
  }

  async #load(imageId: string): Promise<void> {
    try {
      const { bytes, type } = await this.app.kerbside.images.photo(imageId);
      if (this.imageId === imageId) this.photo = new Blob([bytes], { type }); // unless the user opened another photo meanwhile
    } catch (error) {
      if (this.imageId === imageId && !isKerbsideError(error, 'closed')) this.problem = error;
    }
  }

  #handleKey({ key, target, ctrlKey, metaKey, repeat }: KeyboardEvent): void {
    if (target instanceof HTMLSelectElement) return; // arrow keys change its value
    const canCheck = !this.isDeleted && !this.drawn && !this.adjusted && !repeat && !ctrlKey && !metaKey;
    if (key.toLowerCase() === 'c' && canCheck && this.imageId) void this.#check(this.imageId);
    if (key === 'ArrowLeft') this.#step(-1);
    if (key === 'ArrowRight') this.#step(1);
  }

  #reset(): void {
    this.imageId = undefined;
    this.photo = undefined;
    this.selected = undefined;
    this.tool = undefined;
    this.drawn = undefined;
    this.replaced = undefined;
    this.adjusted = undefined;
    this.problem = undefined;
  }
}
