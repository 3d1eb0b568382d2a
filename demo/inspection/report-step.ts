import { isKerbsideError } from 'kerbside';
import type { Report } from 'kerbside/report';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { focusIfLost } from '../common/focus.ts';
import { renderIcon } from '../common/icon.ts';
import { getVehicle } from '../common/loaded-inspection.ts';
import { saveFile, toFileName } from '../common/save-file.ts';
import { getVehicleTitle, renderCard, renderProgress } from '../common/templates.ts';
import { StepElement } from './step-element.ts';

/** The last step: creates the PDF on this device, then hands the inspection over. */
export class ReportStep extends StepElement {
  static override properties: PropertyDeclarations = {
    ...StepElement.properties,
    report: { state: true },
    isMaking: { state: true },
  };

  declare protected report: Report | undefined;
  declare protected isMaking: boolean;
  /** The records that the report of this visit was made from, as JSON. */
  #madeFrom: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#loadLatest();
  }

  protected override render(): TemplateResult {
    const { app, loaded, messages } = this;
    return html`
      ${renderCard(
        'report',
        messages.report.title,
        html`<p class="quiet">${messages.report.note}</p>`,
        html`<div role="status">${this.isMaking ? this.#renderProgress() : this.#renderReport()}</div>`,
        this.renderProblem(),
        this.isDeleted || this.isMaking ? nothing : this.#renderForm(),
      )}
      <app-hand-over .app=${app} .loaded=${loaded}></app-hand-over>
    `;
  }

  #renderForm(): TemplateResult {
    const { report } = this.messages;
    return html`<form class="inline-form" @submit=${this.#make}>
      <label class="field"><span>${report.client}</span><input name="clientName" autocomplete="organization" /></label>
      <label class="check"><input type="checkbox" name="pricing" checked />${report.withPrices}</label>
      <button class=${this.report ? 'secondary' : ''}>${renderIcon('document')}${this.report ? report.makeAgain : report.make}</button>
    </form>`;
  }

  #renderProgress(): TemplateResult {
    const { making } = this.messages.report;
    return renderProgress({ label: making, text: making });
  }

  #renderReport(): TemplateResult | typeof nothing {
    const { report, app, messages } = this;
    if (!report) return nothing;
    const name = toFileName(getVehicleTitle(getVehicle(this.loaded), messages), 'pdf');
    const file = new File([report.pdf], name, { type: report.pdf.type });
    const share = () => navigator.share({ files: [file] }).catch(() => {}); // the user cancelled
    return html`<div class="made">
      <p>
        <strong>${messages.report.ready(app.names.moment(report.createdAt), app.names.bytes(report.pdf.size))}</strong>
      </p>
      ${this.#isOutdated(report) ? html`<p class="warning">${messages.report.outdated}</p>` : nothing}
      <div class="actions">
        <button type="button" @click=${() => saveFile(file, name)}>${renderIcon('save')}${messages.report.save}</button>
        ${
          navigator.canShare?.({ files: [file] })
            ? html`<button type="button" class="secondary" @click=${share}>${messages.report.share}</button>`
            : nothing
        }
      </div>
    </div>`;
  }

  /**
   * Whether the inspection changed since the report was requested. Of a report of an earlier visit, only new records show
   * that: the device stores no time of other changes.
   */
  #isOutdated({ createdAt }: Report): boolean {
    const { entities } = this.loaded;
    if (this.#madeFrom !== undefined) return this.#madeFrom !== JSON.stringify(entities);
    const times = [entities.images, entities.damages].flatMap((byId) =>
      Object.values(byId).map((record) => record.createdAt),
    );
    return times.some((time) => time > createdAt);
  }

  /** Loads the report of an earlier visit, if there is one. */
  async #loadLatest(): Promise<void> {
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
    this.#madeFrom = JSON.stringify(this.loaded.entities);
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
