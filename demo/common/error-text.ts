import { type ErrorCode, isKerbsideError } from 'kerbside';
import { html, type TemplateResult } from 'lit';
import type { AppMessages } from '../locales/en.ts';

/** Returns the message of an error in the language of the user. Errors of the library are in English. */
export function getErrorText(error: unknown, messages: AppMessages): string {
  if (error instanceof FieldError) return error.message;
  if (isLoadFailure(error)) return messages.notLoaded;
  if (isKerbsideError(error)) return messages.errors[error.code] ?? error.message;
  return messages.unexpected(error instanceof Error ? error.message : String(error));
}

/** Whether a file of the app or of the library could not be loaded: it is not cached yet, and there is no network. */
export const isLoadFailure = (error: unknown) => isKerbsideError(error, 'code_unavailable');

/** Renders an error, with the original message of the library in the details. */
export function renderError(error: unknown, messages: AppMessages): TemplateResult {
  return isKerbsideError(error) && !isLoadFailure(error)
    ? renderErrorMessage(error.code, error.message, messages)
    : html`<p>${getErrorText(error, messages)}</p>`;
}

/** Renders an error that is only known by its code and message, as in a task record. */
export function renderErrorMessage(
  code: string | undefined,
  message: string,
  messages: AppMessages,
): TemplateResult {
  const text = messages.errors[code as ErrorCode];
  if (text === undefined) return html`<p>${message}</p>`;
  return html`<div class="error-text">
    <p>${text}</p>
    <details><summary>${messages.details}</summary><p lang="en">${message}</p></details>
  </div>`;
}

/** An input that the app rejects, in the user's words. */
export class FieldError extends Error {
  readonly field: string;

  constructor({ field, text }: { field: string; text: string }) {
    super(text);
    this.field = field;
  }
}

/** Marks and focuses the field that a `FieldError` or an `invalid_input` error names; clears all marks for other errors. */
export function markField(form: HTMLFormElement, error: unknown): void {
  for (const marked of form.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid');
  const path = isKerbsideError(error, 'invalid_input') ? String(error.details.path) : '';
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[name], select[name]')];
  const field = fields.find(({ name }) =>
    error instanceof FieldError ? name === error.field : new RegExp(`\\.${name}(\\.|$)`).test(path),
  );
  field?.setAttribute('aria-invalid', 'true');
  field?.focus();
}
