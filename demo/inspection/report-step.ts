import { isKerbsideError } from 'kerbside';
import type { Report } from 'kerbside/report';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { focusIfLost } from '../parts/focus.ts';
import { fileNameOf, saveFile } from '../parts/save-file.ts';
import { vehicleOf } from '../parts/shown.ts';
import { card, progressLine, vehicleTitle } from '../parts/templates.ts';
import { StepElement } from './step-element.ts';

/** The PDF, made here; then the inspection leaves this device. */
export class ReportStep extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    report: { state: true },
    isMaking: { state: true },
  };

  declare protected report: Report | undefined;
  declare protected isMaking: boolean;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#lastOne();
  }

  protected override render(): TemplateResult {
    const { app, shown, words } = this;
    return html`
      ${card(
        'report',
        words.report.title,
        html`<p class="quiet">${words.report.note}</p>`,
        html`<div role="status">${this.isMaking ? this.#making() : this.#made()}</div>`,
        this.problemArea(),
        shown.isDeleted || this.isMaking ? nothing : this.#form(),
      )}
      <app-hand-over .app=${app} .shown=${shown}></app-hand-over>
    `;
  }

  #form(): TemplateResult {
    const { report } = this.words;
    return html`<form class="inline-form" @submit=${this.#make}>
      <label class="field"><span>${report.client}</span><input name="clientName" autocomplete="organization" /></label>
      <label class="check"><input type="checkbox" name="pricing" checked />${report.withPrices}</label>
      <button class=${this.report ? 'secondary' : ''}>${this.report ? report.makeAgain : report.make}</button>
    </form>`;
  }

  #making(): TemplateResult {
    const { making } = this.words.report;
    return progressLine({ label: making, text: making });
  }

  #made(): TemplateResult | typeof nothing {
    const { report, app, words } = this;
    if (!report) return nothing;
    const name = fileNameOf(vehicleTitle(vehicleOf(this.shown), words), 'pdf');
    const file = new File([report.pdf], name, { type: report.pdf.type });
    const share = () => navigator.share({ files: [file] }).catch(() => {}); // closed without sharing
    return html`<div class="made">
      <p>
        <strong>${words.report.ready(app.names.moment(report.createdAt), app.names.bytes(report.pdf.size))}</strong>
      </p>
      <p class="quiet">${words.report.again}</p>
      <div class="actions">
        <button type="button" @click=${() => saveFile(file, name)}>${words.report.save}</button>
        ${
          navigator.canShare?.({ files: [file] })
            ? html`<button type="button" class="secondary" @click=${share}>${words.report.share}</button>`
            : nothing
        }
      </div>
    </div>`;
  }

  /** One that was made before, here or before a reload. */
  async #lastOne(): Promise<void> {
    try {
      this.report = await (await this.app.reports()).getOne(this.inspectionId);
    } catch (error) {
      if (!isKerbsideError(error, 'report_not_ready')) this.problem = error;
    }
  }

  async #make(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const clientName = String(data.get('clientName') ?? '').trim();
    this.isMaking = true;
    await this.attempt(async () => {
      const reports = await this.app.reports();
      await reports.requestOne(this.inspectionId, {
        pricing: data.has('pricing'),
        language: this.app.language,
        ...(clientName && { clientName }),
      });
      this.report = await reports.whenReady(this.inspectionId);
    });
    this.isMaking = false;
    await this.updateComplete;
    focusIfLost(this.querySelector('.made button'));
  }
}
