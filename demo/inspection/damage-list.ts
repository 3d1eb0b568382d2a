import type { Damage, PartType } from 'kerbside';
import { getAnalysisOutcome, nameOutcome } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { focusIfLost } from '../common/focus.ts';
import { getVehicle } from '../common/loaded-inspection.ts';
import { renderCard } from '../common/templates.ts';
import { addDamage, setSeverity } from './corrections.ts';
import { renderDamageCard } from './damage-card.ts';
import { readDamage, renderDamageFields } from './damage-fields.ts';
import { type DamagedPart, groupByPart } from './damaged-parts.ts';
import { StepElement } from './step-element.ts';

const LEVELS = [1, 2, 3] as const;
/** More parts appear after a tap, if there are at least two more. */
const FIRST_PARTS = 4;

/** Lists damages by part with severity and price. A tap on a damage opens its review. */
export class DamageList extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    showsAll: { state: true },
    isAdding: { state: true },
  };

  declare protected showsAll: boolean;
  declare protected isAdding: boolean;
  /** Index of the card with the focus before an update; -1 if none has it. */
  #focused = -1;

  /** Scrolls to a part and focuses its first damage. */
  async showPart(partType: PartType): Promise<void> {
    this.showsAll = true;
    await this.updateComplete;
    const section = this.querySelector<HTMLElement>(`#part-${partType}`)?.closest('section');
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    section?.scrollIntoView({ block: 'center', behavior: isStill ? 'instant' : 'smooth' });
    section?.querySelector<HTMLElement>('.damage-card')?.focus({ preventScroll: true });
  }

  protected override willUpdate(): void {
    this.#focused = this.#listCards().indexOf(document.activeElement as HTMLElement);
  }

  /** If the card with the focus is gone, the next one gets it. */
  protected override updated(): void {
    if (this.#focused < 0) return;
    const cards = this.#listCards();
    focusIfLost(cards[Math.min(this.#focused, cards.length - 1)] ?? this.querySelector('summary'));
  }

  #listCards(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.damage-card')];
  }

  protected override render(): TemplateResult {
    const { messages, loaded } = this;
    const parts = groupByPart(loaded);
    const isShort = parts.length <= FIRST_PARTS + 1;
    const shown = this.showsAll || isShort ? parts : parts.slice(0, FIRST_PARTS);
    const groups = repeat(
      shown,
      ({ partType }) => partType,
      (group) => this.#renderPart(group),
    );
    return renderCard(
      'by-part',
      messages.results.byPart,
      parts.length === 0
        ? html`<p class="quiet">${this.#explainNone()}</p>`
        : html`<div class="parts">${groups}</div>`,
      this.renderProblem(),
      html`<div class="list-end">
        ${
          shown.length < parts.length
            ? html`<button
                type="button"
                class="secondary small"
                @click=${() => {
                  this.showsAll = true;
                }}
              >
                ${messages.results.showAll(parts.length)}
              </button>`
            : nothing
        }
        ${this.isDeleted ? nothing : this.#renderAddForm()}
      </div>`,
    );
  }

  /** Without damages: only a person says that there are none. */
  #explainNone(): string {
    const { inspection, entities } = this.loaded;
    const outcome = getAnalysisOutcome(inspection, entities);
    return nameOutcome(outcome, this.app.language);
  }

  #renderPart(group: DamagedPart): TemplateResult {
    const { names } = this.app;
    const id = `part-${group.partType}`;
    return html`<section class="part" aria-labelledby=${id}>
      <h3 id=${id}>${names.damagedPart(group.damages)}</h3>
      <div class="part-verdict">
        ${this.#renderPrice(group)} ${group.partType === 'ignore' ? nothing : this.#renderSeverity(group)}
      </div>
      <ul class="damage-cards">
        ${repeat(
          group.damages,
          ({ id: damageId }) => damageId,
          (damage) =>
            renderDamageCard({
              app: this.app,
              loaded: this.loaded,
              thumbnails: this.thumbnails,
              damage,
              review: this.#getReviewNote(damage),
              open: () => this.#open(damage.id),
            }),
        )}
      </ul>
    </section>`;
  }

  #renderSeverity({ partType, level }: DamagedPart): TemplateResult {
    const { names, messages, kerbside } = this.app;
    const { isDeleted } = this;
    const { entities } = this.loaded;
    const change = ({ currentTarget }: Event) => {
      const selected = LEVELS.find((one) => String(one) === (currentTarget as HTMLSelectElement).value);
      const results = Object.values(entities.severityResults);
      if (selected)
        void this.attempt(() => setSeverity(kerbside, this.inspectionId, partType, results, selected));
    };
    return html`<select
      class="severity"
      data-level=${level ?? nothing}
      aria-label=${messages.results.severityOf(names.part(partType))}
      ?disabled=${isDeleted}
      @change=${change}
    >
      ${level ? nothing : html`<option value="" selected>${messages.results.unknownSeverity}</option>`}
      ${LEVELS.map(
        (one) => html`<option value=${one} .selected=${one === level}>${names.severity(one)}</option>`,
      )}
    </select>`;
  }

  #renderPrice({ part }: DamagedPart): TemplateResult | typeof nothing {
    const operation = part?.partOperation;
    if (!operation) return nothing;
    const { totalCost, currency } = operation;
    return html`<span class="price">${this.app.names.money(totalCost, currency)}</span>`;
  }

  /** Returns why the estimate leaves a damage out, and its price if it were included. */
  #getReviewNote({ id }: Damage): string | undefined {
    const { toReview = [] } = getVehicle(this.loaded)?.repairEstimate ?? {};
    const item = toReview.find(({ damageId }) => damageId === id);
    if (!item) return undefined;
    const { names, messages } = this.app;
    const { ifConfirmed } = item;
    if (!ifConfirmed) return messages.results.review(names.reviewReason(item.reason));
    return messages.results.ifConfirmed(names.money(ifConfirmed.totalCost, ifConfirmed.currency));
  }

  #renderAddForm(): TemplateResult {
    const { app, messages } = this;
    return html`<details
      class="editor"
      .open=${this.isAdding ?? false}
      @toggle=${({ currentTarget }: Event) => {
        this.isAdding = (currentTarget as HTMLDetailsElement).open;
      }}
    >
      <summary>${messages.results.add}</summary>
      ${
        this.isAdding
          ? html`<form class="inline-form" @submit=${this.#add}>
                ${renderDamageFields(app)}
                <button class="secondary">${messages.results.add}</button>
              </form>
              <p class="quiet">${messages.results.addNote}</p>`
          : nothing
      }
    </details>`;
  }

  #open(damageId: string): void {
    this.dispatchEvent(new CustomEvent('open-review', { detail: { damageId }, bubbles: true }));
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const done = await this.attempt(() => addDamage(this.app.kerbside, this.inspectionId, readDamage(form)));
    if (done) form.reset();
  }
}
