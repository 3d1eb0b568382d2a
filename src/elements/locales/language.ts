import { LANGUAGES, type Language } from '../../domain/names/names.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { ElementMessages } from './messages.ts';

/** The languages of the elements. */
export const ELEMENT_LANGUAGES = LANGUAGES;
export type ElementLanguage = Language;

export function messagesIn(language: ElementLanguage): ElementMessages {
  return language === 'fr' ? fr : en;
}

/** Returns the language of an element: that of its nearest `lang` attribute, else English. */
export function getLanguage(element: HTMLElement): ElementLanguage {
  const tag = findLang(element).toLowerCase();
  return ELEMENT_LANGUAGES.find((language) => tag.startsWith(language)) ?? 'en';
}

/** Returns the nearest `lang` attribute, also from outside a shadow root; empty if there is none. */
function findLang(element: HTMLElement): string {
  const nearest = element.closest<HTMLElement>('[lang]:not([lang=""])');
  const root = element.getRootNode();
  return (
    element.lang || nearest?.lang || (root instanceof ShadowRoot ? findLang(root.host as HTMLElement) : '')
  );
}
