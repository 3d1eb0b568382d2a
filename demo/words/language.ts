import { ELEMENT_LANGUAGES, type ElementLanguage } from 'kerbside/elements';
import { type AppWords, en } from './en.ts';
import { fr } from './fr.ts';

const KEY = 'kerbside-demo:language';

export const wordsIn = (language: ElementLanguage): AppWords => (language === 'fr' ? fr : en);

/** The one that was chosen here before, else the browser's. */
export function firstLanguage(): ElementLanguage {
  const wanted = localStorage.getItem(KEY) ?? navigator.language;
  return ELEMENT_LANGUAGES.find((one) => wanted.startsWith(one)) ?? 'en';
}

export function keepLanguage(language: ElementLanguage): void {
  localStorage.setItem(KEY, language);
}
