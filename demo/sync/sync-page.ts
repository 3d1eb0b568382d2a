import type { ExportDetail } from 'kerbside/elements';
import { html, type TemplateResult } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import { onAnyEvent } from '../parts/events.ts';
import { Live } from '../parts/live.ts';
import { fileNameOf, saveFile } from '../parts/save-file.ts';
import { shownOf, vehicleOf } from '../parts/shown.ts';
import { card, vehicleTitle } from '../parts/templates.ts';

/** What waits, what runs, what is kept: all that a person may want to know of this device. */
export class SyncPage extends AppElement {
  readonly #usage = new Live(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => this.app.kerbside.storage.usage(),
  );

  readonly #titles = new Live(
    this,
    (changed) => this.app.kerbside.on('sync.blocked', changed),
    () => this.#titlesOfBlocked(),
  );

  protected override render(): TemplateResult {
    const { app, words } = this;
    return html`<article>
      <a class="back" href="#/">${words.inspection.back}</a>
      <header class="page-head"><h1>${words.sync.title}</h1></header>
      <div class="sections">
        ${card('service', words.sync.service, this.#service())}
        <app-device .app=${app}></app-device>
        ${card('storage', words.sync.storage, this.#kept())}
        <details class="card">
          <summary>${words.sync.events}</summary>
          <app-activity .app=${app}></app-activity>
        </details>
      </div>
    </article>`;
  }

  #service(): TemplateResult {
    return html`<kerbside-sync
      lang=${this.app.language}
      .kerbside=${this.app.kerbside}
      .titles=${this.#titles.value ?? {}}
      @sign-in=${() => location.reload()}
      @export-ready=${({ detail }: CustomEvent<ExportDetail>) =>
        saveFile(detail.zip, fileNameOf(detail.inspectionId, 'zip'))}
    ></kerbside-sync>`;
  }

  async #titlesOfBlocked(): Promise<Record<string, string>> {
    const { sync, inspections } = this.app.kerbside;
    const { blocked } = (await sync.status().catch(() => undefined)) ?? { blocked: [] }; // without a service
    const ids = [...new Set(blocked.map(({ inspectionId }) => inspectionId))];
    const titles = ids.map(async (id) => {
      const vehicle = vehicleOf(shownOf(await inspections.getOne(id)));
      return [id, vehicleTitle(vehicle, this.words)] as const;
    });
    return Object.fromEntries(await Promise.all(titles));
  }

  /** Browsers may clear the data of sites when a disk runs full, unless they are asked not to. */
  #kept(): TemplateResult {
    const { sync } = this.words;
    const usage = this.#usage.value;
    if (!usage) return html``;
    if (usage.persisted) return html`<p class="quiet">${sync.kept}</p>`;
    const ask = async () => {
      await this.app.kerbside.storage.persist();
      this.#usage.refresh();
    };
    return html`<p class="quiet">
      ${sync.notKept} <button type="button" class="plain" @click=${ask}>${sync.ask}</button>
    </p>`;
  }
}
