import { getInstallAdvice, type InstallPrompt, readInstallFacts } from 'kerbside/elements';
import { LiveController, liveQueries } from 'kerbside/live';
import { html, nothing, type TemplateResult } from 'lit';
import { AppElement } from '../common/app-element.ts';

/** Says once that the browser may delete what is not sent, and links to the sync centre, which says what to do. */
export class InstallNotice extends AppElement {
  /** Without a service, it has no data. */
  readonly #status = new LiveController(this, () => liveQueries(this.app.kerbside).syncStatus());

  protected override render(): TemplateResult | typeof nothing {
    const { shell } = this.messages;
    const prompt = this.app.installPrompt();
    const { data: status } = this.#status.snapshot;
    const advice = getInstallAdvice(status, navigator.onLine, readInstallFacts(), prompt);
    if (!advice) return nothing;
    return html`<p class="install-notice" role="status">
      ${shell.unsentAtRisk} <a href="#/sync">${shell.keepSafe}</a>
    </p>`;
  }
}

/**
 * Keeps the browser's offer to install the app until the user needs it. Browsers fire the event once, soon after the page has
 * loaded.
 *
 * @returns A function that returns the offer, if there is one.
 */
export function captureInstallPrompt(): () => InstallPrompt | undefined {
  let prompt: InstallPrompt | undefined;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // no banner of the browser
    prompt = event as Event & InstallPrompt;
  });
  addEventListener('appinstalled', () => {
    prompt = undefined;
  });
  return () => prompt;
}
