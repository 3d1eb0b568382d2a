import { defineElements, type ExportDetail } from 'kerbside/elements';
import { html, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { getVehicle, toLoadedInspection } from '../common/loaded-inspection.ts';
import { saveFile, toFileName } from '../common/save-file.ts';
import { getVehicleTitle, renderCard } from '../common/templates.ts';
import { ActivityLog } from './activity-log.ts';
import { DeviceCard } from './device-card.ts';

/** The sync centre: sending, engines, storage and events of this device. */
export class SyncPage extends AppElement {
  readonly #usage = this.follow(() => this.app.kerbside.storage.usage());
  readonly #titles = this.follow(() => this.#loadBlockedTitles());

  protected override render(): TemplateResult {
    const { app, messages } = this;
    return html`<article>
      <a class="back" href="#/">${messages.inspection.back}</a>
      <header class="page-head"><h1>${messages.sync.title}</h1></header>
      <div class="sections">
        ${renderCard('service', messages.sync.service, this.#renderSync())}
        <app-device .app=${app}></app-device>
        ${renderCard('storage', messages.sync.storage, this.#renderStorage())}
        <details class="card">
          <summary>${messages.sync.events}</summary>
          <app-activity .app=${app}></app-activity>
        </details>
      </div>
    </article>`;
  }

  #renderSync(): TemplateResult {
    return html`<kerbside-sync
      lang=${this.app.language}
      .kerbside=${this.app.kerbside}
      .titles=${this.#titles.snapshot.data ?? {}}
      .installPrompt=${this.app.installPrompt()}
      @sign-in=${() => location.reload()}
      @export-ready=${({ detail }: CustomEvent<ExportDetail>) =>
        saveFile(detail.zip, toFileName(detail.inspectionId, 'zip'))}
    ></kerbside-sync>`;
  }

  async #loadBlockedTitles(): Promise<Record<string, string>> {
    const { sync, inspections } = this.app.kerbside;
    const { blocked } = (await sync.status().catch(() => undefined)) ?? { blocked: [] }; // unsupported without a service
    const ids = [...new Set(blocked.map(({ inspectionId }) => inspectionId))];
    const titles = ids.map(async (id) => {
      const vehicle = getVehicle(toLoadedInspection(await inspections.getOne(id)));
      return [id, getVehicleTitle(vehicle, this.messages)] as const;
    });
    return Object.fromEntries(await Promise.all(titles));
  }

  /** Browsers may delete the data of a site if the disk is full, unless it is persisted. */
  #renderStorage(): TemplateResult {
    const { sync } = this.messages;
    const usage = this.#usage.snapshot.data;
    if (!usage) return html``;
    if (usage.persisted) return html`<p class="quiet">${sync.persisted}</p>`;
    const persist = async () => {
      await this.app.kerbside.storage.persist();
      this.#usage.refresh();
    };
    return html`<p class="quiet">
      ${sync.notPersisted} <button type="button" class="plain" @click=${persist}>${sync.persist}</button>
    </p>`;
  }
}

export function definePage(): void {
  defineElements();
  customElements.define('app-activity', ActivityLog);
  customElements.define('app-device', DeviceCard);
  customElements.define('app-sync', SyncPage);
}
