import {
  type CreateInspectionInput,
  INSPECTION_TYPES,
  type InspectionType,
  TASK_NAMES,
  type TaskName,
} from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import { markField } from '../parts/in-words.ts';
import { type Shown, shownOf, vehicleOf } from '../parts/shown.ts';
import { vehicleTitle } from '../parts/templates.ts';
import { goTo, hrefOf } from '../shell/route.ts';
import { forgetDraft, keepDraft } from './draft.ts';
import { readVehicle, vehicleFields } from './vehicle-fields.ts';

const DRAFT = 'kerbside-demo:new-inspection';
const USUAL_TASKS: readonly TaskName[] = ['damage_detection', 'repair_estimate'];

/** The form for an inspection: of a vehicle, or of one that was inspected before. */
export class NewInspection extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    follows: {},
    earlier: { state: true },
  };

  /** Id of the inspection before, of the same vehicle. */
  declare follows: string | undefined;
  declare protected earlier: Shown | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.follows) void this.#readBefore(this.follows);
  }

  protected override firstUpdated(): void {
    const form = this.querySelector('form');
    if (form && !this.follows) keepDraft(form, DRAFT);
  }

  // novalidate: the library's own words say what is wrong.
  protected override render(): TemplateResult {
    const { words, earlier: before } = this;
    const { create } = words;
    return html`<section>
      <h1>${create.title}</h1>
      ${before ? this.#followsNote(before) : nothing}
      <form class="card form" novalidate @submit=${this.#submit}>
        ${vehicleFields(create, before && vehicleOf(before))}
        <label class="field"
          ><span>${create.purpose}</span>
          <select name="inspectionType">
            <option value="">${create.notSaid}</option>
            ${INSPECTION_TYPES.map(
              (type) =>
                html`<option value=${type} ?selected=${before !== undefined && type === 'check_in_check_out'}>
                  ${words.purposes[type]}
                </option>`,
            )}
          </select></label
        >
        <fieldset class="choices">
          <legend>${create.tasks}</legend>
          <p class="quiet">${create.tasksNote}</p>
          ${TASK_NAMES.map(
            (name) =>
              html`<label class="check"
                ><input type="checkbox" name="tasks" value=${name} ?checked=${USUAL_TASKS.includes(name)} />${
                  words.tasks[name]
                }</label
              >`,
          )}
        </fieldset>
        ${this.problemArea()}
        <div class="actions">
          <a class="button secondary" href="#/">${words.cancel}</a>
          <button>${create.submit}</button>
        </div>
      </form>
    </section>`;
  }

  #followsNote(before: Shown): TemplateResult {
    const { words, names } = this.app;
    const title = vehicleTitle(vehicleOf(before), words);
    return html`<p class="quiet note">
      ${words.create.follows(title, names.moment(before.inspection.createdAt))}
    </p>`;
  }

  async #readBefore(id: string): Promise<void> {
    await this.attempt(async () => {
      this.earlier = shownOf(await this.app.kerbside.inspections.getOne(id));
    });
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    markField(form, undefined);
    const done = await this.attempt(async () => {
      const { result } = await this.app.kerbside.inspections.createOne({
        ...readForm(form),
        ...(this.earlier && { relatedInspectionId: this.earlier.inspection.id }),
      });
      forgetDraft(DRAFT);
      goTo(hrefOf(result));
    });
    if (!done) markField(form, this.problem);
  }
}

function readForm(form: HTMLFormElement): CreateInspectionInput {
  const data = new FormData(form);
  const inspectionType = String(data.get('inspectionType'));
  return {
    tasks: Object.fromEntries(data.getAll('tasks').map((name) => [name, {}])),
    vehicle: readVehicle(form),
    ...(inspectionType && { inspectionType: inspectionType as InspectionType }),
  };
}
