import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { problemText } from './in-words.ts';

/** A part of the app. In the page itself and not in a shadow, so that one set of styles fits all. */
export abstract class AppElement extends LitElement {
  static override properties: PropertyDeclarations = {
    app: { attribute: false },
    problem: { state: true },
  };

  declare app: App;
  /** What went wrong last, until it is dismissed. */
  declare protected problem: unknown;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected get words() {
    return this.app.words;
  }

  /** Does something for a person; true when it succeeded. */
  protected async attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.problem = undefined;
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = error;
      return false;
    }
  }

  /** The place where what went wrong is said. It is there from the start, so screen readers announce it. */
  protected problemArea(): TemplateResult {
    const { problem, words } = this;
    const dismiss = () => {
      this.problem = undefined;
    };
    return html`<div role="alert" class="problem-area">
      ${
        problem === undefined
          ? nothing
          : html`<div class="problem">
              ${problemText(problem, words)}
              <button type="button" class="plain" @click=${dismiss}>${words.dismiss}</button>
            </div>`
      }
    </div>`;
  }
}
