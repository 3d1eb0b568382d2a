import type { TaskName } from 'kerbside';
import type { EngineName, ModelReport } from 'kerbside/models';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { isPrepared, markPrepared } from '../common/offline.ts';
import { renderCard, renderProgress } from '../common/templates.ts';

const ENGINES: Record<EngineName, string> = { webgpu: 'WebGPU', wasm: 'WebAssembly', tfjs: 'tfjs' };

/** Shows which engines run the models and why, and whether the app is ready for offline use. */
export class DeviceCard extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    models: { state: true },
    isPreparing: { state: true },
  };

  declare protected models: readonly ModelReport[];
  declare protected isPreparing: boolean;
  #unsubscribe: (() => void) | undefined;

  constructor() {
    super();
    this.models = [];
    this.isPreparing = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // engines() self-tests the engines, which needs the models: only call it when they are downloaded.
    this.#unsubscribe = this.app.kerbside.on('task.updated', ({ status }) => {
      if (status === 'DONE') void this.#loadEngines().catch(() => {});
    });
    if (isPrepared()) void this.#loadEngines().catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  protected override render(): TemplateResult {
    const { sync } = this.messages;
    return renderCard(
      'device',
      sync.device,
      this.models.map((model) => this.#renderModel(model)),
      html`<p class="quiet">${sync.researchOnly}</p>`,
      html`<p class="quiet" role="status">${isPrepared() ? sync.prepared : sync.notPrepared}</p>`,
      this.isPreparing ? renderProgress({ label: sync.prepare, text: sync.preparing }) : nothing,
      this.renderProblem(),
      html`<div class="actions">
        <button type="button" class="secondary" ?disabled=${this.isPreparing} @click=${this.#prepare}>
          ${isPrepared() ? sync.prepareAgain : sync.prepare}
        </button>
      </div>`,
    );
  }

  #renderModel({ model, task, engine: used, engines }: ModelReport): TemplateResult {
    const { sync, tasks } = this.messages;
    const label = `${tasks[task as TaskName] ?? task} (${model})`; // a task may have several models
    const ms = engines.find(({ engine }) => engine === used)?.runMs;
    const time = ms === undefined ? undefined : Math.round(ms).toLocaleString(this.app.language);
    const sorted = [...engines].sort((a, b) => Number(b.engine === used) - Number(a.engine === used));
    return html`<div>
      <p>${used ? sync.runs(label, ENGINES[used], time) : sync.runsNowhere(label)}</p>
      <details>
        <summary>${sync.why}</summary>
        <dl class="reasons">
          ${sorted.map(({ engine, usable, reason }) => {
            const state = engine === used ? sync.used : usable ? sync.fallback : sync.notUsed;
            return html`<div><dt>${ENGINES[engine]}</dt><dd>${this.messages.labelled(state, `${reason}.`)}</dd></div>`;
          })}
        </dl>
      </details>
    </div>`;
  }

  async #loadEngines(): Promise<void> {
    this.models = (await this.app.kerbside.models?.engines())?.models ?? [];
  }

  async #prepare(): Promise<void> {
    this.isPreparing = true;
    await this.attempt(async () => {
      await this.app.pageCached;
      await this.app.kerbside.models?.preload();
      markPrepared();
      await this.#loadEngines();
    });
    this.isPreparing = false;
  }
}
