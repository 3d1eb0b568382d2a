import { ELEMENT_LANGUAGES, type ElementLanguage } from 'kerbside/elements';
import { html, type TemplateResult } from 'lit';
import type { AppWords } from '../words/en.ts';

/** Short, for narrow headers. */
const NAMES: Record<ElementLanguage, string> = { en: 'EN', fr: 'FR' };

export function languageSwitch(
  current: ElementLanguage,
  words: AppWords,
  choose: (language: ElementLanguage) => void,
): TemplateResult {
  return html`<select
    class="language"
    aria-label=${words.shell.language}
    @change=${({ currentTarget }: Event) =>
      choose((currentTarget as HTMLSelectElement).value as ElementLanguage)}
  >
    ${ELEMENT_LANGUAGES.map(
      (one) => html`<option value=${one} lang=${one} ?selected=${one === current}>${NAMES[one]}</option>`,
    )}
  </select>`;
}
