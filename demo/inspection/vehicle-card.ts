import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { FieldError, markField } from '../common/error-text.ts';
import { getVehicle } from '../common/loaded-inspection.ts';
import { renderCard } from '../common/templates.ts';
import {
  findVehicleProblem,
  listVehicleFacts,
  readVehicle,
  renderVehicleFields,
} from '../common/vehicle-fields.ts';
import { StepElement } from './step-element.ts';

export class VehicleCard extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    isOpen: { state: true },
  };

  declare protected isOpen: boolean;

  protected override render(): TemplateResult {
    const { messages, loaded } = this;
    const facts = listVehicleFacts(this.app, getVehicle(loaded));
    return renderCard(
      'vehicle',
      messages.create.vehicle,
      html`<dl class="pairs">
        ${
          facts.length === 0
            ? html`<div class="quiet">${messages.vehicle.empty}</div>`
            : facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
        }
      </dl>`,
      this.isDeleted ? nothing : this.#renderEditor(),
    );
  }

  /** Rendered when it is opened: its fields then keep the user's input while the inspection changes. */
  #renderEditor(): TemplateResult {
    const { messages } = this;
    return html`<details
      class="editor"
      .open=${this.isOpen ?? false}
      @toggle=${({ currentTarget }: Event) => {
        this.isOpen = (currentTarget as HTMLDetailsElement).open;
      }}
    >
      <summary>${messages.vehicle.edit}</summary>
      ${
        this.isOpen
          ? html`<form class="form" novalidate @submit=${this.#save}>
              ${renderVehicleFields(messages.create, getVehicle(this.loaded))} ${this.renderProblem()}
              <div class="actions"><button>${messages.vehicle.save}</button></div>
            </form>`
          : nothing
      }
    </details>`;
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    markField(form, undefined);
    const done = await this.attempt(async () => {
      const problem = findVehicleProblem(form, this.messages.create);
      if (problem) throw new FieldError(problem);
      const vehicle = readVehicle(form, getVehicle(this.loaded));
      await this.app.kerbside.inspections.updateVehicle(this.inspectionId, vehicle);
    });
    if (done) this.isOpen = false;
    else markField(form, this.problem);
  }
}
