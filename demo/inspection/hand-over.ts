import { html, nothing, type TemplateResult } from 'lit';
import { askToConfirm } from '../common/dialogs.ts';
import { getVehicle } from '../common/loaded-inspection.ts';
import { goTo } from '../common/route.ts';
import { saveFile, toFileName } from '../common/save-file.ts';
import { getVehicleTitle, renderCard } from '../common/templates.ts';
import { StepElement } from './step-element.ts';

/** The actions for a finished inspection: export it, delete it, remove it, or start the next one of the vehicle. */
export class HandOver extends StepElement {
  protected override render(): TemplateResult {
    const { handOver } = this.messages;
    const { isDeleted } = this;
    return renderCard(
      'hand-over',
      handOver.title,
      this.renderProblem(),
      html`<div class="ways">
        ${
          isDeleted
            ? nothing
            : html`<p class="quiet">${handOver.nextNote}</p>
                <a class="button secondary" href=${`#/new/${this.inspectionId}`}>${handOver.next}</a>`
        }
        <p class="quiet">${handOver.note}</p>
        <button type="button" class="secondary" @click=${this.#export}>${handOver.export}</button>
        <p class="quiet">${isDeleted ? handOver.purgeNote : handOver.removeNote}</p>
        ${
          isDeleted
            ? html`<button type="button" class="danger" @click=${this.#purge}>${handOver.purge}</button>`
            : html`<button type="button" class="danger" @click=${this.#delete}>${handOver.remove}</button>`
        }
      </div>`,
    );
  }

  async #export(): Promise<void> {
    await this.attempt(async () => {
      const vehicle = getVehicle(this.loaded);
      const name = vehicle?.plate ?? getVehicleTitle(vehicle, this.messages);
      saveFile(await this.app.kerbside.storage.export(this.inspectionId), toFileName(name, 'zip'));
    });
  }

  async #delete(): Promise<void> {
    const { handOver, cancel } = this.messages;
    const { removeTitle: title, removeNote: explanation, removeYes: yes } = handOver;
    if (!(await askToConfirm({ title, explanation, yes, no: cancel }))) return;
    await this.attempt(() => this.app.kerbside.inspections.deleteOne(this.inspectionId));
  }

  async #purge(): Promise<void> {
    const { handOver, cancel } = this.messages;
    const { purgeTitle: title, purgeNote: explanation, purgeYes: yes } = handOver;
    if (!(await askToConfirm({ title, explanation, yes, no: cancel }))) return;
    const { storage } = this.app.kerbside;
    const done = await this.attempt(() => storage.purge(this.inspectionId, { discardUnsent: true }));
    if (done) goTo('#/');
  }
}
