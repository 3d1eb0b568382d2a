import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { type App, inLanguage } from '../app.ts';
import { problemText } from '../parts/in-words.ts';
import { firstLanguage, keepLanguage, wordsIn } from '../words/language.ts';
import { languageSwitch } from './language-switch.ts';
import { currentRoute, isRoute, type Route } from './route.ts';

/** The page around the pages: header, list, and what the address names. */
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

  constructor() {
    super();
    this.route = currentRoute();
    this.language = firstLanguage();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  start(services: Pick<App, 'kerbside' | 'reports' | 'pageKept'>): void {
    this.app = inLanguage(services, this.language);
    addEventListener('hashchange', () => {
      if (!isRoute(location.hash)) return; // the skip link
      this.route = currentRoute();
      // A person who listens must hear that the page has changed.
      this.querySelector('main')?.focus({ preventScroll: true });
      scrollTo(0, 0);
    });
  }

  /** Nothing works without the database. */
  fail(error: unknown): void {
    this.failure = error;
  }

  protected override willUpdate(): void {
    document.documentElement.lang = this.language;
    document.body.dataset.route = this.failure === undefined ? this.route.name : 'failed';
    document.title = `${this.#title()} · Kerbside`;
  }

  protected override render(): TemplateResult {
    const { app, language } = this;
    const words = wordsIn(language);
    return html`
      <a class="skip" href="#main">${words.shell.skip}</a>
      <header class="top">
        <a class="brand" href="#/">
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><use href=${ICON}></use></svg>
          Kerbside
        </a>
        ${app ? html`<app-status-bar .app=${app}></app-status-bar>` : nothing}
        ${languageSwitch(language, words, (chosen) => this.#speak(chosen))}
      </header>
      <div class="panes">
        ${
          app
            ? html`<app-inspection-list class="list-pane" .app=${app} .current=${'id' in this.route ? this.route.id : ''}>
              </app-inspection-list>`
            : nothing
        }
        <main id="main" tabindex="-1">${app ? this.#page(app) : this.#failure()}</main>
      </div>
      ${app ? html`<app-downloads .app=${app}></app-downloads>` : nothing}
    `;
  }

  #page(app: App): unknown {
    const { route } = this;
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
        return html`<section class="welcome">
          <h1>${app.words.shell.welcome}</h1>
          <p>${app.words.shell.welcomeText}</p>
          <a class="button" href="#/new">${app.words.list.create}</a>
        </section>`;
    }
  }

  #failure(): unknown {
    if (this.failure === undefined) return nothing;
    return html`<div class="problem" role="alert">${problemText(this.failure, wordsIn(this.language))}</div>`;
  }

  #speak(language: App['language']): void {
    keepLanguage(language);
    this.language = language;
    if (this.app) this.app = inLanguage(this.app, language);
  }

  #title(): string {
    const words = wordsIn(this.language);
    const titles: Record<Route['name'], string> = {
      list: words.list.title,
      new: words.create.title,
      inspection: words.list.title,
      compare: words.compare.title,
      sync: words.sync.title,
    };
    return titles[this.route.name];
  }
}

const ICON = `${new URL('../icon.svg', import.meta.url).href}#mark`;
