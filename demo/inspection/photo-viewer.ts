import { type Image, isKerbsideError } from 'kerbside';
import type { DamageSelectDetail, DrawingTool, DrawnView } from 'kerbside/elements';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { damagesOf, imagesOf, imageTitle, viewsOf } from '../parts/shown.ts';
import { addDamage } from './corrections.ts';
import { damageFields, readDamage } from './damage-fields.ts';
import { damageRow } from './damage-row.ts';
import { StepElement } from './step-element.ts';
import { usualPart } from './usual-part.ts';

/** A photo in large: an outline and its line in the list are chosen together, and new ones are drawn. */
export class PhotoViewer extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    imageId: { state: true },
    photo: { state: true },
    selected: { state: true },
    tool: { state: true },
    drawn: { state: true },
  };

  declare protected imageId: string | undefined;
  declare protected photo: Blob | undefined;
  declare protected selected: string | undefined;
  declare protected tool: DrawingTool | undefined;
  /** Drawn, and not named yet. */
  declare protected drawn: DrawnView | undefined;

  open(imageId: string, damageId?: string): void {
    this.#show(imageId);
    this.selected = damageId;
  }

  protected override updated(changed: PropertyValues): void {
    const dialog = this.querySelector('dialog');
    if (!dialog) return;
    if (this.imageId && !dialog.open) dialog.showModal();
    if (changed.has('shown') && this.imageId && !this.#image()) dialog.close();
  }

  protected override render(): TemplateResult {
    const image = this.#image();
    return html`<dialog class="viewer" aria-labelledby="viewer-title" @close=${this.#closed} @keydown=${this.#key}>
      ${image ? this.#content(image) : nothing}
    </dialog>`;
  }

  #content(image: Image): TemplateResult {
    const { app, words, shown, tool, drawn } = this;
    const views = viewsOf(shown, { imageId: image.id });
    return html`
      ${this.#header(image)}
      <kerbside-photo
        fit="contain"
        lang=${app.language}
        name=${imageTitle(image, app.language)}
        .photo=${this.photo}
        .width=${image.imageWidth}
        .height=${image.imageHeight}
        .views=${drawn ? [...views, { id: 'drawn', damageId: 'drawn', ...drawn }] : views}
        .damages=${drawn ? [...damagesOf(shown), { id: 'drawn', damageType: 'scratch' }] : damagesOf(shown)}
        .selected=${drawn ? 'drawn' : this.selected}
        .drawing=${tool}
        @damage-select=${({ detail }: CustomEvent<DamageSelectDetail>) => {
          this.selected = detail.damageId;
        }}
        @view-drawn=${({ detail }: CustomEvent<DrawnView>) => {
          this.drawn = detail;
          this.tool = undefined;
        }}
        @draw-cancel=${() => {
          this.tool = undefined;
        }}
      ></kerbside-photo>
      <div class="seen">
        ${this.problemArea()} ${drawn ? this.#naming(image, drawn) : this.#seen(image)}
        ${shown.isDeleted || drawn ? nothing : this.#tools(words.viewer.drawBox, words.viewer.drawOutline)}
      </div>
    `;
  }

  #header(image: Image): TemplateResult {
    const { words } = this;
    const title = imageTitle(image, this.app.language);
    const images = imagesOf(this.shown);
    const at = images.findIndex(({ id }) => id === image.id);
    const button = (label: string, text: string, go: () => void) =>
      html`<button type="button" class="round" aria-label=${label} @click=${go}>${text}</button>`;
    const many = images.length > 1;
    return html`<header>
      <h2 id="viewer-title">${many ? words.viewer.of(title, at + 1, images.length) : title}</h2>
      ${
        many
          ? [
              button(words.viewer.previous, '‹', () => this.#step(-1)),
              button(words.viewer.next, '›', () => this.#step(1)),
            ]
          : nothing
      }
      ${button(words.close, '×', () => this.querySelector('dialog')?.close())}
    </header>`;
  }

  #seen(image: Image): TemplateResult {
    const { app, shown, words } = this;
    const on = new Set(viewsOf(shown, { imageId: image.id }).map(({ damageId }) => damageId));
    const damages = damagesOf(shown).filter(({ id }) => on.has(id));
    const summary = damages.length > 0 ? words.viewer.seen(damages.length) : this.#why(image);
    return html`<p class="quiet">${summary}</p>
      <ul class="lines">
        ${repeat(
          damages,
          ({ id }) => id,
          (damage) =>
            damageRow({
              app,
              damage,
              withPart: true,
              isChosen: damage.id === this.selected,
              choose: () => {
                this.selected = this.selected === damage.id ? undefined : damage.id;
              },
              remove: shown.isDeleted
                ? undefined
                : () => this.attempt(() => app.kerbside.damages.deleteOne(this.inspectionId, damage.id)),
            }),
        )}
      </ul>`;
  }

  /** Nothing is seen: because nothing was found, or because nobody looked. */
  #why({ id }: Image): string {
    const { viewer } = this.words;
    const hasEnded = Object.values(this.shown.entities.tasks).some(
      ({ name, status, images }) =>
        name === 'damage_detection' &&
        (status === 'DONE' || status === 'VALIDATED') &&
        images.some(({ imageId }) => imageId === id),
    );
    return hasEnded ? viewer.nothing : viewer.notAnalysed;
  }

  #tools(box: string, outline: string): TemplateResult {
    const use = (tool: DrawingTool) => () => {
      this.tool = this.tool === tool ? undefined : tool;
      this.selected = undefined;
    };
    const button = (tool: DrawingTool, text: string) =>
      html`<button type="button" class="secondary" aria-pressed=${this.tool === tool} @click=${use(tool)}>
        ${text}
      </button>`;
    return html`<div class="actions draw">${button('box', box)} ${button('polygon', outline)}</div>`;
  }

  #naming(image: Image, drawn: DrawnView): TemplateResult {
    const { app, words } = this;
    const drop = () => {
      this.drawn = undefined;
    };
    const save = async (event: SubmitEvent) => {
      event.preventDefault();
      const input = readDamage(event.currentTarget as HTMLFormElement);
      const at = [{ ...drawn, imageId: image.id }];
      await this.attempt(async () => {
        this.selected = await addDamage(app.kerbside, this.inspectionId, input, at);
        this.drawn = undefined;
      });
    };
    return html`<form class="stack" aria-label=${words.viewer.newDamage} @submit=${save}>
      <h3>${words.viewer.newDamage}</h3>
      ${damageFields(app, { partType: usualPart(image) })}
      <div class="actions">
        <button type="button" class="secondary" @click=${drop}>${words.cancel}</button>
        <button>${words.results.add}</button>
      </div>
    </form>`;
  }

  #image(): Image | undefined {
    return this.imageId ? imagesOf(this.shown).find(({ id }) => id === this.imageId) : undefined;
  }

  #step(by: 1 | -1): void {
    const images = imagesOf(this.shown);
    const at = images.findIndex(({ id }) => id === this.imageId);
    const next = images[(at + by + images.length) % images.length];
    if (next && images.length > 1) this.#show(next.id);
  }

  #show(imageId: string): void {
    this.#closed();
    this.imageId = imageId;
    void this.#load(imageId);
  }

  async #load(imageId: string): Promise<void> {
    try {
      const { bytes, type } = await this.app.kerbside.images.photo(imageId);
      if (this.imageId === imageId) this.photo = new Blob([bytes], { type }); // else another one was opened meanwhile
    } catch (error) {
      if (!isKerbsideError(error, 'closed')) this.problem = error;
    }
  }

  #key({ key, target }: KeyboardEvent): void {
    if (target instanceof HTMLSelectElement) return; // its arrows choose
    if (key === 'ArrowLeft') this.#step(-1);
    if (key === 'ArrowRight') this.#step(1);
  }

  #closed(): void {
    this.imageId = undefined;
    this.photo = undefined;
    this.selected = undefined;
    this.tool = undefined;
    this.drawn = undefined;
    this.problem = undefined;
  }
}
