import { html, nothing, type TemplateResult } from 'lit';
import type { OperationInFlight } from '../../domain/sync.ts';
import type { ElementWords } from '../locales/messages.ts';
import type { Names } from '../locales/names.ts';

/** Something that is being sent, and how much of it has been. */
export function inFlightRow(
  { kind, sentBytes, totalBytes }: OperationInFlight,
  words: ElementWords['sync'],
  names: Names,
): TemplateResult {
  const name = words.operations[kind];
  const isMeasured = sentBytes !== undefined && totalBytes !== undefined && totalBytes > 0;
  return html`<li class="row">
    <span>${name}</span>
    ${
      isMeasured
        ? html`<progress aria-label=${name} max=${totalBytes} value=${sentBytes}></progress>
            <span class="quiet">${names.bytes(sentBytes)} / ${names.bytes(totalBytes)}</span>`
        : nothing
    }
  </li>`;
}
