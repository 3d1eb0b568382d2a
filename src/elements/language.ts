export const ELEMENT_LANGUAGES = ['en', 'fr'] as const;
export type ElementLanguage = (typeof ELEMENT_LANGUAGES)[number];

/** The language an element speaks: its own `lang`, else that of what it stands in, else English. */
export function languageOf(element: HTMLElement): ElementLanguage {
  const said = element.lang || element.closest<HTMLElement>('[lang]')?.lang || '';
  return ELEMENT_LANGUAGES.find((one) => said.toLowerCase().startsWith(one)) ?? 'en';
}
