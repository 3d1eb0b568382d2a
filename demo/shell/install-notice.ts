import { getInstallAdvice, readInstallFacts } from 'kerbside/elements';
import { html, nothing, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';
import { onAnyEvent } from '../common/events.ts';
import { LiveQuery } from '../common/live-query.ts';

/** Says once that the browser may delete what is not sent, and links to the sync centre, which says what to do. */
export class InstallNotice extends AppElement {
  readonly #status = new LiveQuery(
    this,
    (changed) => onAnyEvent(this.app.kerbside, changed),
    () => this.app.kerbside.sync.status().catch(() => undefined), // unsupported without a service
  );

  protected override render(): TemplateResult | typeof nothing {
    const { shell } = this.messages;
    const prompt = this.app.installPrompt();
    const advice = getInstallAdvice(this.#status.value, navigator.onLine, readInstallFacts(), prompt);
    if (!advice) return nothing;
    return html`<p class="install-notice" role="status">
      ${shell.unsentAtRisk} <a href="#/sync">${shell.keepSafe}</a>
    </p>`;
  }
}
