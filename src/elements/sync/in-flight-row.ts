import { html, nothing, type TemplateResult } from 'lit';
import type { OperationInFlight } from '../../spec/sync.ts';
import type { Names } from '../names.ts';
import type { ElementWords } from '../words.ts';

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
