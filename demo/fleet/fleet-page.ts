import { isKerbsideError } from 'kerbside';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { unsafeSVG } from 'lit/directives/unsafe-svg.js';
import icon from '../icon.svg?raw';
import { getInitialLanguage, storeLanguage } from '../locales/language.ts';
import { renderLanguageSwitch } from '../shell/language-switch.ts';
import { createFleetApp, FleetElement } from './fleet-app.ts';
import { FleetClient } from './fleet-client.ts';
import { readRoute } from './fleet-filter.ts';

/** The API of the service that serves this page, also behind a proxy with a path of its own. */
const BASE_URL = new URL('../v1', document.baseURI).href;
/** A closed tab forgets the token. */
const TOKEN_KEY = 'kerbside-fleet:token';

/** The fleet page: sign-in, then the list and one inspection. */
export class FleetPage extends FleetElement {
  static override properties: PropertyDeclarations = {
    ...FleetElement.properties,
    inspectionId: { state: true },
    isSignedIn: { state: true },
    isRejected: { state: true },
  };

  declare protected inspectionId: string;
  declare protected isSignedIn: boolean;
  declare protected isRejected: boolean;

  constructor() {
    super();
    const token = sessionStorage.getItem(TOKEN_KEY) ?? '';
    this.app = createFleetApp(new FleetClient(BASE_URL, token), getInitialLanguage());
    this.isSignedIn = token !== '';
    this.isRejected = false;
    this.inspectionId = readRoute(location.hash);
    this.addEventListener('fleet-failure', (event) => this.#onFailure((event as CustomEvent).detail));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#onRoute);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#onRoute);
  }

  protected override updated(changed: PropertyValues): void {
    const { language, fleet } = this.app;
    document.documentElement.lang = language;
    document.title = `Kerbside · ${fleet.title}`;
    if (changed.has('inspectionId') && changed.get('inspectionId') !== undefined)
      this.querySelector<HTMLElement>('main')?.focus();
  }

  protected override render(): TemplateResult {
    const { app, isSignedIn } = this;
    const { messages, fleet, language } = app;
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>${messages.shell.skip}</a>
      <header class="top">
        <a class="brand" href="#/">
          <span class="logo" aria-hidden="true">${unsafeSVG(icon)}</span>
          Kerbside <span class="brand-part">${fleet.title}</span>
        </a>
        <span class="top-end">
          ${renderLanguageSwitch(language, messages, (selected) => this.#setLanguage(selected))}
          ${
            isSignedIn
              ? html`<button type="button" class="secondary small" @click=${this.#signOut}>${fleet.signOut}</button>`
              : nothing
          }
        </span>
      </header>
      <main id="main" tabindex="-1" class="fleet">${isSignedIn ? this.#renderPages() : this.#renderSignIn()}</main>
    `;
  }

  #renderSignIn(): TemplateResult {
    return html`<fleet-sign-in
      .app=${this.app}
      .isRejected=${this.isRejected}
      @sign-in=${({ detail }: CustomEvent<string>) => this.#signIn(detail)}
    ></fleet-sign-in>`;
  }

  /** The list stays in the page behind an inspection: it keeps its filters, photos and scroll position. */
  #renderPages(): TemplateResult {
    const { app, inspectionId } = this;
    return html`<fleet-list .app=${app} ?hidden=${inspectionId !== ''}></fleet-list>
      ${
        inspectionId === ''
          ? nothing
          : keyed(
              inspectionId,
              html`<fleet-inspection .app=${app} .inspectionId=${inspectionId}></fleet-inspection>`,
            )
      }`;
  }

  readonly #onRoute = (): void => {
    this.inspectionId = readRoute(location.hash);
    scrollTo(0, 0);
  };

  readonly #skip = (event: Event): void => {
    event.preventDefault(); // the fragment is the route
    this.querySelector<HTMLElement>('main')?.focus();
  };

  #signIn(token: string): void {
    sessionStorage.setItem(TOKEN_KEY, token);
    this.app = createFleetApp(new FleetClient(BASE_URL, token), this.app.language);
    this.isRejected = false;
    this.isSignedIn = true;
  }

  readonly #signOut = (): void => {
    sessionStorage.removeItem(TOKEN_KEY);
    this.app = createFleetApp(new FleetClient(BASE_URL, ''), this.app.language);
    this.isSignedIn = false;
  };

  #onFailure(error: unknown): void {
    if (!isKerbsideError(error, 'unauthorized')) return;
    this.#signOut();
    this.isRejected = true;
  }

  #setLanguage(language: typeof this.app.language): void {
    storeLanguage(language);
    this.app = createFleetApp(this.app.client, language);
  }
}
