import { html, nothing, type TemplateResult } from 'lit';
import { confirmed } from '../parts/confirm.ts';
import { fileNameOf, saveFile } from '../parts/save-file.ts';
import { vehicleOf } from '../parts/shown.ts';
import { card, vehicleTitle } from '../parts/templates.ts';
import { goTo } from '../shell/route.ts';
import { StepElement } from './step-element.ts';

/** Out of this device: as a file, as deleted, or for good; or on to the next inspection of the vehicle. */
export class HandOver extends StepElement {
  protected override render(): TemplateResult {
    const { handOver } = this.words;
    const { isDeleted } = this.shown;
    return card(
      'hand-over',
      handOver.title,
      this.problemArea(),
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
      const vehicle = vehicleOf(this.shown);
      const name = vehicle?.plate ?? vehicleTitle(vehicle, this.words);
      saveFile(await this.app.kerbside.storage.export(this.inspectionId), fileNameOf(name, 'zip'));
    });
  }

  async #delete(): Promise<void> {
    const { handOver, cancel } = this.words;
    const { removeTitle: title, removeNote: explanation, removeYes: yes } = handOver;
    if (!(await confirmed({ title, explanation, yes, no: cancel }))) return;
    await this.attempt(() => this.app.kerbside.inspections.deleteOne(this.inspectionId));
  }

  async #purge(): Promise<void> {
    const { handOver, cancel } = this.words;
    const { purgeTitle: title, purgeNote: explanation, purgeYes: yes } = handOver;
    if (!(await confirmed({ title, explanation, yes, no: cancel }))) return;
    const { storage } = this.app.kerbside;
    const done = await this.attempt(() => storage.purge(this.inspectionId, { discardUnsent: true }));
    if (done) goTo('#/');
  }
}
