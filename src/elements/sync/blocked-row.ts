import { html, type TemplateResult } from 'lit';
import type { BlockedOperation } from '../../domain/sync.ts';
import type { ErrorCode } from '../../errors.ts';
import type { ElementWords } from '../locales/messages.ts';
import { reasonText } from './reason-text.ts';

export interface BlockedRow {
  operation: BlockedOperation;
  words: ElementWords['sync'];
  /** Of the inspection. */
  title: string | undefined;
  /** By the code of the reason; where there is none, the service's own words are shown. */
  reasons: Partial<Record<ErrorCode, string>>;
  moment: string;
  isAsking: boolean;
  retry(): void;
  ask(): void;
  keep(): void;
  discard(): void;
  export(): void;
}

/** What the service refused, why, and the three ways out. Discarding is asked twice. */
export function blockedRow(row: BlockedRow): TemplateResult {
  const { operation, words, title, moment, isAsking } = row;
  const { kind, operationId } = operation;
  const id = `blocked-${operationId}`;
  return html`<li class="row blocked" aria-labelledby=${id}>
    <div class="told">
      <strong id=${id}>${title ? `${title}: ` : ''}${words.operations[kind]}</strong>
      <span class="quiet">${moment}</span>
      ${reasonText(operation.reason, words, row.reasons)}
    </div>
    ${isAsking ? question(row) : choices(row)}
  </li>`;
}

function choices({ words, retry, ask, export: save }: BlockedRow): TemplateResult {
  return html`<div class="actions">
    <button type="button" @click=${retry}>${words.retry}</button>
    <button type="button" class="secondary" @click=${save}>${words.export}</button>
    <button type="button" class="secondary danger" @click=${ask}>${words.discard}</button>
  </div>`;
}

function question({ words, keep, discard }: BlockedRow): TemplateResult {
  return html`<div role="alertdialog" aria-label=${words.discardQuestion}>
    <p>${words.discardQuestion} ${words.exportFirst}</p>
    <div class="actions">
      <button type="button" class="secondary" @click=${keep}>${words.noKeep}</button>
      <button type="button" class="secondary danger" @click=${discard}>${words.yesDiscard}</button>
    </div>
  </div>`;
}
