import { isKerbsideError } from 'kerbside';
import type { Report } from 'kerbside/report';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
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
        this.#made(),
        this.problemArea(),
        shown.isDeleted ? nothing : this.#form(),
      )}
      <app-hand-over .app=${app} .shown=${shown}></app-hand-over>
    `;
  }

  #form(): TemplateResult {
    const { report } = this.words;
    if (this.isMaking) return progressLine({ label: report.making, text: report.making });
    return html`<form class="inline-form" @submit=${this.#make}>
      <label class="field"><span>${report.client}</span><input name="clientName" autocomplete="organization" /></label>
      <label class="check"><input type="checkbox" name="pricing" checked />${report.withPrices}</label>
      <button>${report.make}</button>
    </form>`;
  }

  #made(): TemplateResult | typeof nothing {
    const { report, app, words } = this;
    if (!report) return nothing;
    const save = () => saveFile(report.pdf, fileNameOf(vehicleTitle(vehicleOf(this.shown), words), 'pdf'));
    return html`<div class="made" role="status">
      <p>
        <strong>${words.report.ready(app.names.moment(report.createdAt), app.names.bytes(report.pdf.size))}</strong>
      </p>
      <p class="quiet">${words.report.again}</p>
      <div class="actions">
        <button type="button" class="secondary" @click=${save}>${words.report.save}</button>
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
  }
}
