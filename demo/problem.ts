import { isKerbsideError } from 'kerbside';
import { h } from './dom.ts';

/** A place where what went wrong is said in words. It is there from the start, so screen readers announce it. */
export class ProblemArea {
  readonly element = h('div', { class: 'problem', role: 'alert', hidden: true });

  show(error: unknown): void {
    const dismiss = h(
      'button',
      { type: 'button', class: 'plain', on: { click: () => this.clear() } },
      'Dismiss',
    );
    this.element.replaceChildren(h('p', {}, inWords(error)), dismiss);
    this.element.hidden = false;
  }

  clear(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Does something for a person; true when it succeeded. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.clear();
    try {
      await work();
      return true;
    } catch (error) {
      this.show(error);
      return false;
    }
  }
}

export function inWords(error: unknown): string {
  if (isKerbsideError(error)) return error.message;
  return `Something unexpected happened: ${error instanceof Error ? error.message : String(error)}`;
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
