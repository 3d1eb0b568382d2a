import type { EngineName, ModelReport, TaskName } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../parts/app-element.ts';
import { card, progressLine } from '../parts/templates.ts';
import { isPrepared, markPrepared } from '../shell/offline.ts';

const ENGINES: Record<EngineName, string> = { webgpu: 'WebGPU', wasm: 'WebAssembly', tfjs: 'tfjs' };

/** What runs the models on this device and why, and whether it all works without a network. */
export class DeviceCard extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    models: { state: true },
    isPreparing: { state: true },
  };

  declare protected models: readonly ModelReport[];
  declare protected isPreparing: boolean;
  #stop: (() => void) | undefined;

  constructor() {
    super();
    this.models = [];
    this.isPreparing = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Asking which engine is best means to try them, model and all: only once they are here anyway.
    this.#stop = this.app.kerbside.on('task.updated', ({ status }) => {
      if (status === 'DONE') void this.#ask().catch(() => {});
    });
    if (isPrepared()) void this.#ask().catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override render(): TemplateResult {
    const { sync } = this.words;
    return card(
      'device',
      sync.device,
      this.models.map((model) => this.#model(model)),
      html`<p class="quiet" role="status">${isPrepared() ? sync.prepared : sync.notPrepared}</p>`,
      this.isPreparing ? progressLine({ label: sync.prepare, text: sync.preparing }) : nothing,
      this.problemArea(),
      html`<div class="actions">
        <button type="button" class="secondary" ?disabled=${this.isPreparing} @click=${this.#prepare}>
          ${isPrepared() ? sync.prepareAgain : sync.prepare}
        </button>
      </div>`,
    );
  }

  #model({ model, task, engine: used, engines }: ModelReport): TemplateResult {
    const { sync, tasks } = this.words;
    const label = `${tasks[task as TaskName] ?? task} (${model})`; // a task may have several
    const ms = engines.find(({ engine }) => engine === used)?.runMs;
    const time = ms === undefined ? undefined : Math.round(ms).toLocaleString(this.app.language);
    // The one that is used first.
    const sorted = [...engines].sort((a, b) => Number(b.engine === used) - Number(a.engine === used));
    return html`<div>
      <p>${used ? sync.runs(label, ENGINES[used], time) : sync.runsNowhere(label)}</p>
      <details>
        <summary>${sync.why}</summary>
        <dl class="reasons">
          ${sorted.map(({ engine, usable, reason }) => {
            const state = engine === used ? sync.used : usable ? sync.reserve : sync.notUsed;
            return html`<div><dt>${ENGINES[engine]}</dt><dd>${state}: ${reason}.</dd></div>`;
          })}
        </dl>
      </details>
    </div>`;
  }

  async #ask(): Promise<void> {
    this.models = (await this.app.kerbside.engines()).models;
  }

  async #prepare(): Promise<void> {
    this.isPreparing = true;
    await this.attempt(async () => {
      await this.app.pageKept;
      await this.app.kerbside.preload();
      markPrepared();
      await this.#ask();
    });
    this.isPreparing = false;
  }
}
