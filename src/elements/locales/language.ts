export const ELEMENT_LANGUAGES = ['en', 'fr'] as const;
export type ElementLanguage = (typeof ELEMENT_LANGUAGES)[number];

/** The language an element speaks: its own `lang`, else that of what it stands in, else English. */
export function languageOf(element: HTMLElement): ElementLanguage {
  const said = langOf(element).toLowerCase();
  return ELEMENT_LANGUAGES.find((one) => said.startsWith(one)) ?? 'en';
}

/** Its own, or of the nearest element that has one, out of shadows too. */
function langOf(element: HTMLElement): string {
  const near = element.closest<HTMLElement>('[lang]:not([lang=""])');
  const root = element.getRootNode();
  return element.lang || near?.lang || (root instanceof ShadowRoot ? langOf(root.host as HTMLElement) : '');
}
