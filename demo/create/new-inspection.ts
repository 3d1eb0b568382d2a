import {
  type CreateInspectionInput,
  INSPECTION_TYPES,
  type InspectionType,
  TASK_NAMES,
  type TaskName,
} from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { FieldError, markField } from '../common/error-text.ts';
import { getVehicle, type LoadedInspection, toLoadedInspection } from '../common/loaded-inspection.ts';
import { goTo, hrefOf } from '../common/route.ts';
import { getVehicleTitle } from '../common/templates.ts';
import { findVehicleProblem, readVehicle, renderVehicleFields } from '../common/vehicle-fields.ts';

const DRAFT = 'kerbside-demo:new-inspection';
const DEFAULT_TASKS: readonly TaskName[] = ['damage_detection', 'repair_estimate', 'images_ocr'];

/** The form for a new inspection, or for one that follows an earlier inspection of the vehicle. */
export class NewInspection extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    follows: {},
    earlier: { state: true },
  };

  /** Id of the earlier inspection of the vehicle. */
  declare follows: string | undefined;
  declare protected earlier: LoadedInspection | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.follows) void this.#loadEarlier(this.follows);
  }

  protected override firstUpdated(): void {
    const form = this.querySelector('form');
    if (form && !this.follows) storeDraft(form, DRAFT);
  }

  // novalidate: the library validates, and its messages are shown.
  protected override render(): TemplateResult {
    const { messages, earlier } = this;
    const { create } = messages;
    return html`<section>
      <h1>${create.title}</h1>
      ${earlier ? this.#renderFollowsNote(earlier) : nothing}
      <form class="card form" novalidate @submit=${this.#submit}>
        ${renderVehicleFields(create, earlier && getVehicle(earlier))}
        <label class="field"
          ><span>${create.purpose}</span>
          <select name="inspectionType">
            <option value="">${create.notSpecified}</option>
            ${INSPECTION_TYPES.map(
              (type) =>
                html`<option value=${type} ?selected=${earlier !== undefined && type === 'check_in_check_out'}>
                  ${messages.purposes[type]}
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
                ><input type="checkbox" name="tasks" value=${name} ?checked=${DEFAULT_TASKS.includes(name)} />${
                  messages.tasks[name]
                }</label
              >`,
          )}
        </fieldset>
        ${this.renderProblem()}
        <div class="actions form-end">
          <a class="button secondary" href="#/">${messages.cancel}</a>
          <button>${create.submit}</button>
        </div>
      </form>
    </section>`;
  }

  #renderFollowsNote(earlier: LoadedInspection): TemplateResult {
    const { messages, names } = this.app;
    const title = getVehicleTitle(getVehicle(earlier), messages);
    return html`<p class="quiet note">
      ${messages.create.follows(title, names.moment(earlier.inspection.createdAt))}
    </p>`;
  }

  async #loadEarlier(id: string): Promise<void> {
    await this.attempt(async () => {
      this.earlier = toLoadedInspection(await this.app.kerbside.inspections.getOne(id));
    });
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    markField(form, undefined);
    const done = await this.attempt(async () => {
      const problem = findVehicleProblem(form, this.messages.create);
      if (problem) throw new FieldError(problem);
      const { result } = await this.app.kerbside.inspections.createOne({
        ...readForm(form),
        ...(this.earlier && { relatedInspectionId: this.earlier.inspection.id }),
      });
      deleteDraft(DRAFT);
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

/** Stores the input of a form until it is submitted, so that a reload does not lose it. */
function storeDraft(form: HTMLFormElement, key: string): void {
  restore(form, sessionStorage.getItem(key));
  form.addEventListener('input', () => {
    const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    sessionStorage.setItem(key, JSON.stringify(entries));
  });
}

function deleteDraft(key: string): void {
  sessionStorage.removeItem(key);
}

function restore(form: HTMLFormElement, stored: string | null): void {
  if (stored === null) return;
  const entries = JSON.parse(stored) as [string, string][];
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      field.checked = entries.some(([name, value]) => name === field.name && value === field.value);
    } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = entries.find(([name]) => name === field.name)?.[1] ?? '';
    }
  }
}

export function definePage(): void {
  customElements.define('app-new-inspection', NewInspection);
}
