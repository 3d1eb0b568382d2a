import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { readVehicle, vehicleFacts, vehicleFields } from '../create/vehicle-fields.ts';
import { markField } from '../parts/in-words.ts';
import { vehicleOf } from '../parts/shown.ts';
import { card } from '../parts/templates.ts';
import { StepElement } from './step-element.ts';

export class VehicleCard extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    isOpen: { state: true },
  };

  declare protected isOpen: boolean;

  protected override render(): TemplateResult {
    const { words, shown } = this;
    const facts = vehicleFacts(this.app, vehicleOf(shown));
    return card(
      'vehicle',
      words.create.vehicle,
      html`<dl class="pairs">
        ${
          facts.length === 0
            ? html`<div class="quiet">${words.vehicle.nothing}</div>`
            : facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
        }
      </dl>`,
      shown.isDeleted ? nothing : this.#editor(),
    );
  }

  /** Built when it is opened: its fields then keep what is typed, whatever happens to the inspection. */
  #editor(): TemplateResult {
    const { words } = this;
    return html`<details
      class="editor"
      .open=${this.isOpen ?? false}
      @toggle=${({ currentTarget }: Event) => {
        this.isOpen = (currentTarget as HTMLDetailsElement).open;
      }}
    >
      <summary>${words.vehicle.edit}</summary>
      ${
        this.isOpen
          ? html`<form class="form" novalidate @submit=${this.#save}>
              ${vehicleFields(words.create, vehicleOf(this.shown))} ${this.problemArea()}
              <div class="actions"><button>${words.vehicle.save}</button></div>
            </form>`
          : nothing
      }
    </details>`;
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    markField(form, undefined);
    const done = await this.attempt(() =>
      this.app.kerbside.inspections.updateVehicle(
        this.inspectionId,
        readVehicle(form, vehicleOf(this.shown)),
      ),
    );
    if (done) this.isOpen = false;
    else markField(form, this.problem);
  }
}
