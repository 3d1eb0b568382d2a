import type { Damage } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import { focusIfLost } from '../common/focus.ts';
import { getImageTitle, getVehicle, listViews } from '../common/loaded-inspection.ts';
import { renderCard } from '../common/templates.ts';
import { addDamage, changeDamage, setSeverity } from './corrections.ts';
import { readDamage, renderDamageFields } from './damage-fields.ts';
import { renderDamageRow } from './damage-row.ts';
import { type DamagedPart, groupByPart } from './damaged-parts.ts';
import { StepElement } from './step-element.ts';

const LEVELS = [1, 2, 3] as const;

/** Lists damages by part with severity and price. The user can correct all of it. */
export class DamageList extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    editing: { state: true },
  };

  /** Id of the damage that the user is changing. */
  declare protected editing: string | undefined;
  /** Selector of the element to focus after the next update, for keyboard users. */
  #focusNext: string | undefined;

  protected override render(): TemplateResult {
    const { messages, loaded } = this;
    const parts = groupByPart(loaded);
    const groups = repeat(
      parts,
      ({ partType }) => partType,
      (group) => this.#renderPart(group),
    );
    return renderCard(
      'by-part',
      messages.results.byPart,
      parts.length === 0 ? html`<p class="quiet">${messages.results.noDamage}</p>` : groups,
      this.renderProblem(),
      loaded.isDeleted ? nothing : this.#renderAddForm(),
    );
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('editing') && this.editing) this.querySelector<HTMLElement>('.editing select')?.focus();
    if (this.#focusNext && focusIfLost(this.querySelector<HTMLElement>(this.#focusNext)))
      this.#focusNext = undefined;
  }

  #renderPart(group: DamagedPart): TemplateResult {
    const { names } = this.app;
    const id = `part-${group.partType}`;
    return html`<section class="part" aria-labelledby=${id}>
      <header>
        <h3 id=${id}>${names.part(group.partType)}</h3>
        ${group.partType === 'ignore' ? nothing : this.#renderSeverity(group)} ${this.#renderPrice(group)}
      </header>
      <ul class="lines">
        ${repeat(
          group.damages,
          ({ id: damageId }) => damageId,
          (damage) => (damage.id === this.editing ? this.#renderEditor(damage) : this.#renderRow(damage)),
        )}
      </ul>
    </section>`;
  }

  #renderSeverity({ partType, level }: DamagedPart): TemplateResult {
    const { names, messages, kerbside } = this.app;
    const { entities, isDeleted } = this.loaded;
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
    const { names } = this.app;
    const { name, totalCost, currency } = operation;
    return html`<span class="price">
      <span class="quiet">${names.operation(name)}</span> ${names.money(totalCost, currency)}
    </span>`;
  }

  #renderRow(damage: Damage): TemplateResult {
    const { app, loaded } = this;
    const views = listViews(loaded, { damageId: damage.id });
    const photos = views.flatMap(({ imageId }) => {
      const image = loaded.entities.images[imageId];
      return image ? [getImageTitle(image, app.language)] : [];
    });
    const [first] = views;
    const canChange = !loaded.isDeleted;
    return renderDamageRow({
      app,
      damage,
      photos: [...new Set(photos)],
      review: this.#getReviewNote(damage),
      select: first && (() => this.openPhoto(first.imageId, damage.id)),
      edit: canChange ? () => this.#edit(damage.id) : undefined,
      remove: canChange ? () => this.#remove(damage) : undefined,
    });
  }

  /** Returns why the estimate leaves a damage out. */
  #getReviewNote({ id }: Damage): string | undefined {
    const { toReview = [] } = getVehicle(this.loaded)?.repairEstimate ?? {};
    const reason = toReview.find(({ damageId }) => damageId === id)?.reason;
    return reason && this.messages.results.review(this.app.names.reviewReason(reason));
  }

  #renderEditor(damage: Damage): TemplateResult {
    const { app, messages } = this;
    return html`<li>
      <form class="inline-form editing" @submit=${(event: SubmitEvent) => this.#change(event, damage)}>
        ${renderDamageFields(app, damage)}
        <div class="actions">
          <button type="button" class="secondary" @click=${() => this.#endEditing(damage.id)}>${messages.cancel}</button>
          <button>${messages.save}</button>
        </div>
      </form>
    </li>`;
  }

  #renderAddForm(): unknown {
    const { app, messages } = this;
    return keyed(
      app.language,
      html`<form class="inline-form" @submit=${this.#add}>
          ${renderDamageFields(app)}
          <button class="secondary">${messages.results.add}</button>
        </form>
        <p class="quiet">${messages.results.addNote}</p>`,
    );
  }

  #edit(damageId: string): void {
    this.editing = damageId;
  }

  #endEditing(damageId: string): void {
    this.editing = undefined;
    this.#focusNext = `[data-edit="${damageId}"]`;
  }

  #add(event: SubmitEvent): void {
    event.preventDefault();
    const input = readDamage(event.currentTarget as HTMLFormElement);
    void this.attempt(() => addDamage(this.app.kerbside, this.inspectionId, input));
  }

  async #change(event: SubmitEvent, damage: Damage): Promise<void> {
    event.preventDefault();
    const input = readDamage(event.currentTarget as HTMLFormElement);
    const views = listViews(this.loaded, { damageId: damage.id });
    await this.attempt(async () =>
      this.#endEditing(await changeDamage(this.app.kerbside, this.inspectionId, damage, views, input)),
    );
  }

  async #remove({ id }: Damage): Promise<void> {
    await this.attempt(() => this.app.kerbside.damages.deleteOne(this.inspectionId, id));
    this.#focusNext = 'form:not(.editing) select';
    this.requestUpdate();
  }
}
