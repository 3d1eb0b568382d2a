import { LiveController, liveQueries } from 'kerbside/live';
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { unsafeHTML as unsafeSVG } from 'lit/directives/unsafe-html.js';
import { type App, withLanguage } from '../app.ts';
import { isLoadFailure, renderError } from '../common/error-text.ts';
import { currentRoute, isRoute, type Route } from '../common/route.ts';
import icon from '../icon.svg?raw'; // in the script: it needs no request, so it appears offline too
import { getInitialLanguage, messagesIn, storeLanguage } from '../locales/language.ts';
import { renderLanguageSwitch } from './language-switch.ts';
import { isPageLoaded, loadPage, reloadIfReachable, reloadWhenReachable } from './load-page.ts';

/** The frame of the app: header, list of inspections, and the page of the current route. */
export class AppShell extends LitElement {
  static override properties: PropertyDeclarations = {
    app: { state: true },
    route: { state: true },
    language: { state: true },
    failure: { state: true },
  };

  declare protected app: App | undefined;
  declare protected route: Route;
  declare protected language: App['language'];
  declare protected failure: unknown;
  /** The newest inspection of the device, also a deleted one. */
  readonly #first = new LiveController(
    this,
    () => this.app && liveQueries(this.app.kerbside).inspections({ limit: 1 }),
  );

  constructor() {
    super();
    this.route = currentRoute();
    this.language = getInitialLanguage();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  start(services: Pick<App, 'kerbside' | 'reports' | 'comparisons' | 'pageCached' | 'installPrompt'>): void {
    this.app = withLanguage(services, this.language);
    this.#loadPage();
    addEventListener('hashchange', () => {
      if (!isRoute(location.hash)) return; // the skip link changes the hash too
      this.route = currentRoute();
      this.#loadPage();
      // Moves the focus, so that screen readers announce the new page.
      this.querySelector('main')?.focus({ preventScroll: true });
      scrollTo(0, 0);
    });
  }

  /** Shows why the app cannot start, or why the page cannot be loaded. */
  fail(error: unknown): void {
    this.failure = error;
    if (isLoadFailure(error)) void reloadWhenReachable(() => this.failure === error);
  }

  protected override willUpdate(): void {
    document.documentElement.lang = this.language;
    document.body.dataset.route = this.failure === undefined ? this.route.name : 'failed';
    document.title = `${this.#getTitle()} · Kerbside`;
  }

  protected override render(): TemplateResult {
    const { app, language } = this;
    const messages = messagesIn(language);
    return html`
      <a class="skip" href="#main">${messages.shell.skip}</a>
      <header class="top">
        <a class="brand" href="#/">
          <span class="logo" aria-hidden="true">${unsafeSVG(icon)}</span>
          Kerbside
        </a>
        ${app ? html`<app-status-bar .app=${app}></app-status-bar>` : nothing}
        ${renderLanguageSwitch(language, messages, (selected) => this.#setLanguage(selected))}
      </header>
      ${app && this.route.name !== 'sync' ? html`<app-install-notice .app=${app}></app-install-notice>` : nothing}
      <div class="panes" ?hidden=${this.#isLoading}>
        ${
          app
            ? html`<app-inspection-list class="list-pane" .app=${app} .current=${'id' in this.route ? this.route.id : ''}>
              </app-inspection-list>`
            : nothing
        }
        <main id="main" tabindex="-1">${app && this.failure === undefined ? this.#renderPage(app) : this.#renderFailure()}</main>
      </div>
      ${app ? html`<app-downloads .app=${app}></app-downloads>` : nothing}
    `;
  }

  /** An empty list looks different, so nothing of it is shown before that is known. */
  get #isLoading(): boolean {
    return this.route.name === 'list' && this.app !== undefined && this.#first.snapshot.status === 'loading';
  }

  #renderPage(app: App): unknown {
    const { route } = this;
    if (!isPageLoaded(route.name)) return nothing;
    switch (route.name) {
      case 'new':
        return keyed(
          route.follows,
          html`<app-new-inspection .app=${app} .follows=${route.follows}></app-new-inspection>`,
        );
      case 'inspection':
        return keyed(
          route.id,
          html`<app-inspection .app=${app} .inspectionId=${route.id} .step=${route.step}></app-inspection>`,
        );
      case 'compare':
        return keyed(route.id, html`<app-compare .app=${app} .inspectionId=${route.id}></app-compare>`);
      case 'sync':
        return html`<app-sync .app=${app}></app-sync>`;
      case 'list':
        return this.#isLoading
          ? nothing
          : html`<app-welcome .app=${app} .isEmpty=${this.#first.snapshot.data?.inspections.length === 0}></app-welcome>`;
    }
  }

  #loadPage(): void {
    const { route } = this;
    this.failure = undefined;
    if (isPageLoaded(route.name)) return;
    loadPage(route.name).then(
      () => this.requestUpdate(),
      (error) => {
        if (this.route === route) this.fail(error);
      },
    );
  }

  #renderFailure(): unknown {
    if (this.failure === undefined) return nothing;
    const messages = messagesIn(this.language);
    return html`<div class="problem" role="alert">
      ${renderError(this.failure, messages)}
      ${
        isLoadFailure(this.failure)
          ? html`<button type="button" class="plain" @click=${reloadIfReachable}>${messages.tryAgain}</button>`
          : nothing
      }
    </div>`;
  }

  #setLanguage(language: App['language']): void {
    storeLanguage(language);
    this.language = language;
    if (this.app) this.app = withLanguage(this.app, language);
  }

  #getTitle(): string {
    const messages = messagesIn(this.language);
    const titles: Record<Route['name'], string> = {
      list: messages.list.title,
      new: messages.create.title,
      inspection: messages.list.title,
      compare: messages.compare.title,
      sync: messages.sync.title,
    };
    return titles[this.route.name];
  }
}
