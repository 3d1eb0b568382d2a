import { html, nothing, type TemplateResult } from 'lit';
import type { BlockedOperation, OperationInFlight } from '../../domain/api/sync-status.ts';
import type { Names } from '../../domain/names/names.ts';
import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { ErrorCode } from '../../errors.ts';
import type { ElementMessages } from '../locales/messages.ts';

type SyncMessages = ElementMessages['sync'];
type ErrorMessages = Partial<Record<ErrorCode, string>>;

/** Renders an operation in flight, with its progress if the browser reports one. */
export function renderInFlightOperation(
  { kind, sentBytes, totalBytes }: OperationInFlight,
  messages: SyncMessages,
  names: Names,
): TemplateResult {
  const name = messages.operations[kind];
  const hasProgress = sentBytes !== undefined && totalBytes !== undefined && totalBytes > 0;
  return html`<li class="row">
    <span>${name}</span>
    ${
      hasProgress
        ? html`<progress aria-label=${name} max=${totalBytes} value=${sentBytes}></progress>
            <span class="quiet">${names.bytes(sentBytes)} / ${names.bytes(totalBytes)}</span>`
        : nothing
    }
  </li>`;
}

interface BlockedRow {
  operation: BlockedOperation;
  messages: SyncMessages;
  /** Of the inspection. */
  title: string | undefined;
  errorMessages: ErrorMessages;
  createdAt: string;
  isConfirming: boolean;
  retry(): void;
  export(): void;
  askToDiscard(): void;
  keep(): void;
  discard(): void;
}

/** Renders an operation that the service rejected, why, and what the user can do. Discarding needs a confirmation. */
export function renderBlockedOperation(row: BlockedRow): TemplateResult {
  const { operation, messages, title, createdAt, isConfirming } = row;
  const { kind, operationId, reason } = operation;
  const id = `blocked-${operationId}`;
  return html`<li class="row blocked" aria-labelledby=${id} data-operation=${operationId}>
    <div class="description">
      <strong id=${id}>${title ? messages.titled(title, messages.operations[kind]) : messages.operations[kind]}</strong>
      <span class="quiet">${createdAt}</span>
      ${renderReason(reason, messages, row.errorMessages)}
    </div>
    ${isConfirming ? renderConfirmation(row) : renderActions(row)}
  </li>`;
}

/** Renders why an operation was not delivered: a message in the language of the user, with the original and the id of the request in the details. */
export function renderReason(
  { code, message, requestId }: DeliveryReason,
  messages: SyncMessages,
  errorMessages: ErrorMessages,
): TemplateResult {
  const text = errorMessages[code as ErrorCode];
  const request = requestId ? html`<p>${messages.requestId} <code>${requestId}</code></p>` : nothing;
  if (text === undefined && !requestId) return html`<p>${message}</p>`;
  return html`<p>${text ?? message}</p>
    <details>
      <summary>${messages.details}</summary>
      ${text === undefined ? nothing : html`<p lang="en">${message}</p>`}${request}
    </details>`;
}

function renderActions({
  messages,
  retry,
  askToDiscard,
  export: exportInspection,
}: BlockedRow): TemplateResult {
  return html`<div class="actions">
    <button type="button" @click=${retry}>${messages.retry}</button>
    <button type="button" class="secondary" @click=${exportInspection}>${messages.export}</button>
    <button type="button" class="secondary danger" @click=${askToDiscard}>${messages.discard}</button>
  </div>`;
}

function renderConfirmation({ messages, keep, discard }: BlockedRow): TemplateResult {
  return html`<div role="alertdialog" aria-label=${messages.discardQuestion}>
    <p>${messages.discardQuestion} ${messages.exportFirst}</p>
    <div class="actions">
      <button type="button" class="secondary" @click=${keep}>${messages.keep}</button>
      <button type="button" class="secondary danger" @click=${discard}>${messages.confirmDiscard}</button>
    </div>
  </div>`;
}
