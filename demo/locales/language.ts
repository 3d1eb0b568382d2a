import { ELEMENT_LANGUAGES, type ElementLanguage } from 'kerbside/elements';
import { type AppMessages, en } from './en.ts';
import { fr } from './fr.ts';

const KEY = 'kerbside-demo:language';

export const messagesIn = (language: ElementLanguage): AppMessages => (language === 'fr' ? fr : en);

/** Returns the language that the user selected before, else that of the browser. */
export function getInitialLanguage(): ElementLanguage {
  const preferred = localStorage.getItem(KEY) ?? navigator.language;
  return ELEMENT_LANGUAGES.find((one) => preferred.startsWith(one)) ?? 'en';
}

export function storeLanguage(language: ElementLanguage): void {
  localStorage.setItem(KEY, language);
}
