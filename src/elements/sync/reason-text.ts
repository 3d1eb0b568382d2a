import { html, type TemplateResult } from 'lit';
import type { DeliveryReason } from '../../domain/delivery.ts';
import type { ErrorCode } from '../../errors.ts';
import type { ElementWords } from '../locales/messages.ts';

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
