import type { Comparison } from 'kerbside/compare';
import type { SignDetail } from 'kerbside/elements';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';

interface SignatureCard {
  app: App;
  comparison: Comparison;
  sign(detail: SignDetail): unknown;
}

/** Renders the customer's signature, or the field for it. */
export function renderSignature({ app, comparison, sign }: SignatureCard): TemplateResult {
  const { compare } = app.messages;
  const { signature, damages, isKnown } = comparison;
  if (signature?.isValid)
    return html`<p role="status">
        ${compare.signed(signature.name, app.names.moment(signature.signedAt))}
      </p>
      <p class="seal"><small>SHA-256 ${signature.seal}</small></p>`;
  const isOpen = damages.some(({ status }) => status === 'unclear');
  return html`
    ${signature ? html`<p class="warning" role="status">${compare.signedBefore(signature.name)}</p>` : nothing}
    ${isOpen ? html`<p class="quiet">${compare.decideFirst}</p>` : nothing}
    <kerbside-signature
      lang=${app.language}
      ?disabled=${isOpen || !isKnown}
      @sign=${({ detail }: CustomEvent<SignDetail>) => sign(detail)}
    ></kerbside-signature>
  `;
}
