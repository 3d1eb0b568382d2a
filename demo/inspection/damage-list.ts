import type { Damage } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import { focusIfLost } from '../parts/focus.ts';
import { imageTitle, vehicleOf, viewsOf } from '../parts/shown.ts';
import { card } from '../parts/templates.ts';
import { type DamagedPart, damagedParts } from './by-part.ts';
import { addDamage, changeDamage, setSeverity } from './corrections.ts';
import { damageFields, readDamage } from './damage-fields.ts';
import { damageRow } from './damage-row.ts';
import { StepElement } from './step-element.ts';

const LEVELS = [1, 2, 3] as const;

/** Damage by part, with severity and price; every word of it can be corrected. */
export class DamageList extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    editing: { state: true },
  };

  /** Id of the damage that is being changed. */
  declare protected editing: string | undefined;
  /** Where a person at the keyboard goes on, once it is there. */
  #goesOnAt: string | undefined;

  protected override render(): TemplateResult {
    const { words, shown } = this;
    const parts = damagedParts(shown);
    const groups = repeat(
      parts,
      ({ partType }) => partType,
      (group) => this.#group(group),
    );
    return card(
      'by-part',
      words.results.byPart,
      parts.length === 0 ? html`<p class="quiet">${words.results.noDamage}</p>` : groups,
      this.problemArea(),
      shown.isDeleted ? nothing : this.#addForm(),
    );
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('editing') && this.editing) this.querySelector<HTMLElement>('.editing select')?.focus();
    if (this.#goesOnAt && focusIfLost(this.querySelector<HTMLElement>(this.#goesOnAt)))
      this.#goesOnAt = undefined;
  }

  #group(group: DamagedPart): TemplateResult {
    const { names } = this.app;
    const id = `part-${group.partType}`;
    return html`<section class="part" aria-labelledby=${id}>
      <header>
        <h3 id=${id}>${names.part(group.partType)}</h3>
        ${group.partType === 'ignore' ? nothing : this.#severity(group)} ${this.#price(group)}
      </header>
      <ul class="lines">
        ${repeat(
          group.damages,
          ({ id: damageId }) => damageId,
          (damage) => (damage.id === this.editing ? this.#editor(damage) : this.#row(damage)),
        )}
      </ul>
    </section>`;
  }

  #severity({ partType, level }: DamagedPart): TemplateResult {
    const { names, words, kerbside } = this.app;
    const { entities, isDeleted } = this.shown;
    const change = ({ currentTarget }: Event) => {
      const chosen = LEVELS.find((one) => String(one) === (currentTarget as HTMLSelectElement).value);
      const known = Object.values(entities.severityResults);
      if (chosen) void this.attempt(() => setSeverity(kerbside, this.inspectionId, partType, known, chosen));
    };
    return html`<select
      class="severity"
      data-level=${level ?? nothing}
      aria-label=${words.results.severityOf(names.part(partType))}
      ?disabled=${isDeleted}
      @change=${change}
    >
      ${level ? nothing : html`<option value="" selected>${words.results.unknownSeverity}</option>`}
      ${LEVELS.map(
        (one) => html`<option value=${one} .selected=${one === level}>${names.severity(one)}</option>`,
      )}
    </select>`;
  }

  #price({ part }: DamagedPart): TemplateResult | typeof nothing {
    const operation = part?.partOperation;
    if (!operation) return nothing;
    const { names } = this.app;
    const { name, totalCost, currency } = operation;
    return html`<span class="price">
      <span class="quiet">${names.operation(name)}</span> ${names.money(totalCost, currency)}
    </span>`;
  }

  #row(damage: Damage): TemplateResult {
    const { app, shown } = this;
    const views = viewsOf(shown, { damageId: damage.id });
    const photos = views.flatMap(({ imageId }) => {
      const image = shown.entities.images[imageId];
      return image ? [imageTitle(image, app.language)] : [];
    });
    const [first] = views;
    const canChange = !shown.isDeleted;
    return damageRow({
      app,
      damage,
      photos: [...new Set(photos)],
      review: this.#review(damage),
      choose: first && (() => this.openPhoto(first.imageId, damage.id)),
      edit: canChange ? () => this.#edit(damage.id) : undefined,
      remove: canChange ? () => this.#remove(damage) : undefined,
    });
  }

  /** Why the estimate leaves it out. */
  #review({ id }: Damage): string | undefined {
    const { toReview = [] } = vehicleOf(this.shown)?.repairEstimate ?? {};
    const reason = toReview.find(({ damageId }) => damageId === id)?.reason;
    return reason && this.words.results.review(this.app.names.reviewReason(reason));
  }

  #editor(damage: Damage): TemplateResult {
    const { app, words } = this;
    return html`<li>
      <form class="inline-form editing" @submit=${(event: SubmitEvent) => this.#change(event, damage)}>
        ${damageFields(app, damage)}
        <div class="actions">
          <button type="button" class="secondary" @click=${() => this.#endEditing(damage.id)}>${words.cancel}</button>
          <button>${words.save}</button>
        </div>
      </form>
    </li>`;
  }

  #addForm(): unknown {
    const { app, words } = this;
    return keyed(
      app.language,
      html`<form class="inline-form" @submit=${this.#add}>
          ${damageFields(app)}
          <button class="secondary">${words.results.add}</button>
        </form>
        <p class="quiet">${words.results.addNote}</p>`,
    );
  }

  #edit(damageId: string): void {
    this.editing = damageId;
  }

  #endEditing(damageId: string): void {
    this.editing = undefined;
    this.#goesOnAt = `[data-edit="${damageId}"]`;
  }

  #add(event: SubmitEvent): void {
    event.preventDefault();
    const input = readDamage(event.currentTarget as HTMLFormElement);
    void this.attempt(() => addDamage(this.app.kerbside, this.inspectionId, input));
  }

  async #change(event: SubmitEvent, damage: Damage): Promise<void> {
    event.preventDefault();
    const input = readDamage(event.currentTarget as HTMLFormElement);
    const views = viewsOf(this.shown, { damageId: damage.id });
    await this.attempt(async () =>
      this.#endEditing(await changeDamage(this.app.kerbside, this.inspectionId, damage, views, input)),
    );
  }

  async #remove({ id }: Damage): Promise<void> {
    await this.attempt(() => this.app.kerbside.damages.deleteOne(this.inspectionId, id));
    this.#goesOnAt = 'form:not(.editing) select';
    this.requestUpdate();
  }
}
