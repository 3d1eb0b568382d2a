import { ELEMENT_LANGUAGES, type ElementLanguage } from 'kerbside/elements';
import { html, type TemplateResult } from 'lit';
import type { AppMessages } from '../locales/en.ts';

/** Short, for narrow headers. */
const LABELS: Record<ElementLanguage, string> = { en: 'EN', fr: 'FR' };

export function renderLanguageSwitch(
  current: ElementLanguage,
  messages: AppMessages,
  onSelect: (language: ElementLanguage) => void,
): TemplateResult {
  return html`<select
    class="language"
    aria-label=${messages.shell.language}
    @change=${({ currentTarget }: Event) =>
      onSelect((currentTarget as HTMLSelectElement).value as ElementLanguage)}
  >
    ${ELEMENT_LANGUAGES.map(
      (one) => html`<option value=${one} lang=${one} ?selected=${one === current}>${LABELS[one]}</option>`,
    )}
  </select>`;
}
