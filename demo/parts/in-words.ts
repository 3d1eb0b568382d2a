import { type ErrorCode, isKerbsideError } from 'kerbside';
import { html, type TemplateResult } from 'lit';
import type { AppWords } from '../words/en.ts';

/** The library's errors say what happened and what to do, in English; another language has words for their codes. */
export function inWords(error: unknown, words: AppWords): string {
  if (isKerbsideError(error)) return words.errors[error.code] ?? error.message;
  return words.unexpected(error instanceof Error ? error.message : String(error));
}

/** The same, with what the library says beneath it, for who has to look into it. */
export function problemText(error: unknown, words: AppWords): TemplateResult {
  return isKerbsideError(error)
    ? saidOf(error.code, error.message, words)
    : html`<p>${inWords(error, words)}</p>`;
}

/** Of an error that is only told of: its code, if it has one of ours, and its message. */
export function saidOf(code: string | undefined, message: string, words: AppWords): TemplateResult {
  const said = words.errors[code as ErrorCode];
  if (said === undefined) return html`<p>${message}</p>`;
  return html`<div class="said">
    <p>${said}</p>
    <details><summary>${words.details}</summary><p lang="en">${message}</p></details>
  </div>`;
}

/** Points out the field that an `invalid_input` error names. */
export function markField(form: HTMLFormElement, error: unknown): void {
  for (const marked of form.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid');
  const path = isKerbsideError(error, 'invalid_input') ? String(error.details.path) : '';
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[name], select[name]')];
  const field = fields.find(({ name }) => new RegExp(`\\.${name}(\\.|$)`).test(path));
  field?.setAttribute('aria-invalid', 'true');
  field?.focus();
}
