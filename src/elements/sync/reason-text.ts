import { html, type TemplateResult } from 'lit';
import type { ErrorCode } from '../../errors.ts';
import type { DeliveryReason } from '../../service/delivery.ts';
import type { ElementWords } from '../words.ts';

/** Why something was not delivered: in the person's words where there are some, with the service's own beneath. */
export function reasonText(
  { code, message }: DeliveryReason,
  words: ElementWords['sync'],
  reasons: Partial<Record<ErrorCode, string>>,
): TemplateResult {
  const said = reasons[code as ErrorCode];
  if (said === undefined) return html`<p>${message}</p>`;
  return html`<p>${said}</p>
    <details><summary>${words.details}</summary><p>${message}</p></details>`;
}
