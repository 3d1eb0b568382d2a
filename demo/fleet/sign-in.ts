import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { FleetElement } from './fleet-app.ts';

/** Asks for the API token. Fires `sign-in` with the token. */
export class SignIn extends FleetElement {
  static override properties: PropertyDeclarations = {
    ...FleetElement.properties,
    isRejected: { attribute: false },
  };

  /** Whether the service rejected the last token. */
  declare isRejected: boolean;

  protected override render(): TemplateResult {
    const { signIn } = this.app.fleet;
    return html`<form class="card form sign-in" @submit=${this.#submit}>
      <h1>${signIn.title}</h1>
      <p>${signIn.intro}</p>
      <label class="field">
        <span>${signIn.token}</span>
        <input
          name="token"
          type="password"
          autocomplete="off"
          spellcheck="false"
          required
          aria-describedby="token-note"
          aria-invalid=${this.isRejected ? 'true' : nothing}
        />
      </label>
      <p id="token-note" class="quiet">${signIn.note}</p>
      <div role="alert" class="problem-area">
        ${this.isRejected ? html`<div class="problem"><p>${signIn.rejected}</p></div>` : nothing}
      </div>
      <button>${signIn.submit}</button>
    </form>`;
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const token = String(new FormData(form).get('token') ?? '').trim();
    this.dispatchEvent(new CustomEvent('sign-in', { detail: token }));
  }
}
