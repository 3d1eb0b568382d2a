import type { Damage } from 'kerbside';
import type { PartSelectDetail } from 'kerbside/elements';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { findBestView, renderDamageCrop } from '../common/damage-crop.ts';
import { focusIfLost } from '../common/focus.ts';
import { renderIcon } from '../common/icon.ts';
import { listDamages } from '../common/loaded-inspection.ts';
import { renderDamageFacts } from './damage-facts.ts';
import { readDamage, renderDamageFields } from './damage-fields.ts';
import { isUnreviewed } from './damage-origin.ts';
import { groupByPart } from './damaged-parts.ts';
import { ReviewActions } from './review-actions.ts';
import { StepElement } from './step-element.ts';

/** A shorter movement of the finger is a tap. In pixels. */
const SWIPE = 70;

/** One damage at a time, large: confirm, change or dismiss it, by button, key or swipe. */
export class DamageReview extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    ids: { state: true },
    index: { state: true },
    isChanging: { state: true },
    announcement: { state: true },
  };

  /** Ids of the damages under review, in order. Fixed when it opens: a decision must not move the others. */
  declare protected ids: readonly string[];
  declare protected index: number;
  declare protected isChanging: boolean;
  /** The last decision, for screen readers. */
  declare protected announcement: string;
  #actions: ReviewActions | undefined;
  #swipeStart: number | undefined;

  constructor() {
    super();
    this.ids = [];
    this.index = 0;
    this.isChanging = false;
    this.announcement = '';
  }

  /** Opens the review: of one damage, or of all that nobody has reviewed. */
  open(damageId?: string): void {
    const all = groupByPart(this.loaded).flatMap(({ damages }) => damages);
    const open = all.filter(isUnreviewed);
    const listed = damageId === undefined && open.length > 0 ? open : all;
    this.ids = listed.map(({ id }) => id);
    this.index = Math.max(0, this.ids.indexOf(damageId ?? ''));
    this.isChanging = false;
    this.#actions = new ReviewActions(this.app.kerbside.damages, this.inspectionId);
    void this.updateComplete.then(() => this.querySelector('dialog')?.showModal());
  }

  protected override updated(changed: PropertyValues): void {
    const dialog = this.querySelector('dialog');
    if (changed.has('isChanging') && this.isChanging) this.querySelector<HTMLElement>('select')?.focus();
    // The next damage has new buttons. Without the focus, keys would not reach the dialog.
    else if (dialog?.open) focusIfLost(dialog.querySelector('.review-actions button:last-child'));
  }

  protected override render(): TemplateResult {
    return html`<dialog
      class="review-dialog"
      aria-labelledby="review-title"
      @close=${this.#handleClose}
      @keydown=${this.#handleKey}
    >
      ${this.ids.length > 0 ? this.#renderContent() : nothing}
    </dialog>`;
  }

  #renderContent(): TemplateResult {
    const { messages } = this;
    const damage = this.#damage;
    return html`<header>
        <h2 id="review-title">${messages.reviewing.position(this.index + 1, this.ids.length)}</h2>
        <button
          type="button"
          class="small on-stage"
          ?disabled=${!this.#actions?.canUndo}
          aria-keyshortcuts="Control+z"
          @click=${this.#undo}
        >
          ${messages.reviewing.undo}
        </button>
        <button type="button" class="round" aria-label=${messages.close} @click=${this.#close}>×</button>
      </header>
      ${keyed(this.ids[this.index], damage ? this.#renderDamage(damage) : this.#renderDismissed())}
      <p class="visually-hidden" role="status">${this.announcement}</p>`;
  }

  #renderDamage(damage: Damage): TemplateResult {
    const { messages, loaded } = this;
    const view = findBestView(loaded, damage);
    return html`<div
        class="review-photo"
        @pointerdown=${({ clientX }: PointerEvent) => {
          this.#swipeStart = clientX;
        }}
        @pointerup=${this.#endSwipe}
        @pointercancel=${() => {
          this.#swipeStart = undefined;
        }}
      >
        ${view ? renderDamageCrop(loaded, damage, this.thumbnails) : html`<p>${messages.reviewing.noPhoto}</p>`}
      </div>
      <div class="review-side">
        ${this.isChanging ? this.#renderEditor(damage) : renderDamageFacts(this.app, loaded, damage)} ${this.renderProblem()}
        ${
          view
            ? html`<button
                type="button"
                class="plain"
                @click=${() => {
                  this.#close();
                  this.openPhoto(view.imageId, damage.id);
                }}
              >
                ${messages.reviewing.wholePhoto}
              </button>`
            : nothing
        }
      </div>
      ${this.isChanging || this.isDeleted ? nothing : this.#renderButtons(damage)}`;
  }

  #renderButtons(damage: Damage): TemplateResult {
    const { reviewing } = this.messages;
    return html`<div class="review-actions">
      <button type="button" class="danger" aria-keyshortcuts="Delete" @click=${() => this.#dismiss(damage)}>
        ${reviewing.dismiss}<kbd aria-hidden="true">⌦</kbd>
      </button>
      <button
        type="button"
        class="secondary"
        @click=${() => {
          this.isChanging = true;
        }}
      >
        ${reviewing.change}
      </button>
      <button type="button" aria-keyshortcuts="c" @click=${() => this.#confirm(damage)}>
        ${renderIcon('check')}${reviewing.confirm}<kbd aria-hidden="true">C</kbd>
      </button>
    </div>`;
  }

  #renderEditor(damage: Damage): TemplateResult {
    const { app, messages } = this;
    const save = (event: SubmitEvent) => {
      event.preventDefault();
      void this.#change(damage, readDamage(event.currentTarget as HTMLFormElement));
    };
    const selectPart = ({ detail }: CustomEvent<PartSelectDetail>) => {
      const select = this.querySelector<HTMLSelectElement>('select[name=partType]');
      if (select) select.value = detail.partType;
    };
    return html`<form class="stack editing" @submit=${save}>
      ${renderDamageFields(app, damage)}
      <kerbside-car
        choosing
        orientation="landscape"
        lang=${app.language}
        .selected=${damage.partType}
        @part-select=${selectPart}
      ></kerbside-car>
      <div class="actions">
        <button
          type="button"
          class="secondary"
          @click=${() => {
            this.isChanging = false;
          }}
        >
          ${messages.cancel}
        </button>
        <button>${messages.save}</button>
      </div>
    </form>`;
  }

  #renderDismissed(): TemplateResult {
    const { reviewing } = this.messages;
    return html`<p class="review-photo">${reviewing.dismissed}</p>
      <div class="review-actions">
        <button type="button" @click=${() => this.#step(1)}>${this.#isLast ? reviewing.finish : reviewing.next}</button>
      </div>`;
  }

  async #confirm(damage: Damage): Promise<void> {
    await this.attempt(async () => {
      if (!(await this.#actions?.confirm(damage))) return;
      this.announcement = this.messages.results.confirmed;
      this.#leave(damage);
    });
  }

  async #dismiss(damage: Damage): Promise<void> {
    await this.attempt(async () => {
      if (!(await this.#actions?.dismiss(damage))) return;
      this.announcement = this.messages.reviewing.dismissed;
      if (!this.#isLast) this.#leave(damage); // the end of the review would take “Undo” away
    });
  }

  async #change(damage: Damage, input: ReturnType<typeof readDamage>): Promise<void> {
    await this.attempt(async () => {
      const id = await this.#actions?.change(damage, input);
      if (!id) return;
      this.#replaceId(damage.id, id);
      this.isChanging = false;
      this.announcement = this.messages.results.correctedByYou;
    });
  }

  async #undo(): Promise<void> {
    await this.attempt(async () => {
      const undone = await this.#actions?.undo();
      if (!undone) return;
      this.#replaceId(undone.damageId, undone.restoredId);
      this.index = Math.max(0, this.ids.indexOf(undone.restoredId));
      this.announcement = this.messages.reviewing.undone;
    });
    this.requestUpdate();
  }

  #replaceId(before: string, after: string): void {
    this.ids = this.ids.map((id) => (id === before ? after : id));
  }

  get #isLast(): boolean {
    return this.index === this.ids.length - 1;
  }

  /** After the last damage, the review ends. */
  #step(by: 1 | -1): void {
    this.isChanging = false;
    const next = this.index + by;
    if (next >= this.ids.length) this.#close();
    else this.index = Math.max(0, next);
  }

  /** Goes on to the next damage, unless the user did so while the decision was stored. */
  #leave({ id }: Damage): void {
    if (this.ids[this.index] === id) this.#step(1);
  }

  #endSwipe({ clientX }: PointerEvent): void {
    const start = this.#swipeStart;
    this.#swipeStart = undefined;
    const damage = this.#damage;
    if (start === undefined || !damage || this.isChanging || Math.abs(clientX - start) < SWIPE) return;
    void (clientX > start ? this.#confirm(damage) : this.#dismiss(damage));
  }

  #handleKey(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, repeat } = event;
    if (this.isChanging || target instanceof HTMLSelectElement) return;
    const damage = repeat ? undefined : this.#damage; // a key that is held decides once
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey);
    if (key === 'ArrowLeft') this.#step(-1);
    else if (key === 'ArrowRight') this.#step(1);
    else if (isUndo) void this.#undo();
    else if (key === 'Delete' && damage) void this.#dismiss(damage);
    else if (key.toLowerCase() === 'c' && !ctrlKey && !metaKey && damage) void this.#confirm(damage);
    else return;
    event.preventDefault();
  }

  get #damage(): Damage | undefined {
    const id = this.ids[this.index];
    return listDamages(this.loaded).find((damage) => damage.id === id);
  }

  /** The card that opened the review may be gone: the damage was dismissed or replaced. */
  #handleClose(): void {
    const damageId = this.ids[this.index];
    this.ids = [];
    this.dispatchEvent(new CustomEvent('review-close', { detail: { damageId }, bubbles: true }));
  }

  #close(): void {
    this.querySelector('dialog')?.close();
  }
}
