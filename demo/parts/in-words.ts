import { isKerbsideError } from 'kerbside';
import type { AppWords } from '../words/en.ts';

/** The library's errors say what happened and what to do; they are shown as they are. */
export function inWords(error: unknown, words: AppWords): string {
  if (isKerbsideError(error)) return error.message;
  return words.unexpected(error instanceof Error ? error.message : String(error));
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
