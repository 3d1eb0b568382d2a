import { LiveController, type LiveQuery, liveQueries } from 'kerbside/live';
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { renderError } from './error-text.ts';

/** Base class of the app's elements. They render without a shadow root, so that one set of styles applies to all. */
export abstract class AppElement extends LitElement {
  static override properties: PropertyDeclarations = {
    app: { attribute: false },
    problem: { state: true },
  };

  declare app: App;
  /** The last error, until the user dismisses it. */
  declare protected problem: unknown;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected get messages() {
    return this.app.messages;
  }

  /** Follows data that the library has no query for. It is read again after each event. */
  protected follow<Data>(read: () => Promise<Data>): LiveController<Data> {
    let query: LiveQuery<Data> | undefined;
    return new LiveController(this, () => {
      query ??= liveQueries(this.app.kerbside).query(read);
      return query;
    });
  }

  /** Runs `work` and shows its error. Returns whether it succeeded. */
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

  /** Renders the last error. The alert region is always in the page, so that screen readers announce changes. */
  protected renderProblem(): TemplateResult {
    const { problem, messages } = this;
    const dismiss = () => {
      this.problem = undefined;
    };
    return html`<div role="alert" class="problem-area">
      ${
        problem === undefined
          ? nothing
          : html`<div class="problem">
              ${renderError(problem, messages)}
              <button type="button" class="plain" @click=${dismiss}>${messages.dismiss}</button>
            </div>`
      }
    </div>`;
  }
}
