import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { renderIcon } from '../common/icon.ts';
import { loadCode } from '../common/load-code.ts';
import { goTo, hrefOf } from '../common/route.ts';

/** The page beside the list: says what the app does, and offers a sample car while there are no inspections. */
export class Welcome extends AppElement {
  static override properties: PropertyDeclarations = {
    ...AppElement.properties,
    isEmpty: {},
  };

  /** Whether the device has no inspections. */
  declare isEmpty: boolean;
  #isCreating = false;

  protected override render(): TemplateResult {
    const { welcome, list } = this.messages;
    const isEmpty = this.isEmpty || this.#isCreating;
    return html`<section class="welcome" data-empty=${isEmpty}>
      <h1>${welcome.title}</h1>
      <ol class="promises">
        ${welcome.promises.map((text) => html`<li>${text}</li>`)}
      </ol>
      <div class="actions">
        <a class="button" href="#/new">${renderIcon('plus')}${list.create}</a>
        ${
          isEmpty
            ? html`<button type="button" class="secondary" ?disabled=${this.#isCreating} @click=${this.#trySample}>
                ${this.#isCreating ? welcome.creatingSample : welcome.sample}
              </button>`
            : nothing
        }
      </div>
      ${isEmpty ? html`<p class="quiet">${welcome.sampleNote}</p>` : nothing} ${this.renderProblem()}
    </section>`;
  }

  async #trySample(): Promise<void> {
    this.#isCreating = true;
    await this.attempt(async () => {
      const { createSampleInspections } = await loadCode(() => import('../sample/sample-car.ts'));
      goTo(hrefOf(await createSampleInspections(this.app.kerbside), 'results'));
    });
    this.#isCreating = false;
    this.requestUpdate();
  }
}
