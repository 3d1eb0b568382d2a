import type { Kerbside } from 'kerbside';
import { type ElementLanguage, type Names, namesIn } from 'kerbside/elements';
import type { Reports } from 'kerbside/report';
import type { AppWords } from './words/en.ts';
import { wordsIn } from './words/language.ts';

/** What every part of the app is given: the service, and the language it speaks. Another language is another App. */
export interface App {
  kerbside: Kerbside;
  /** Loaded when the first report is asked for. */
  reports(): Promise<Reports>;
  /** Resolves when the page itself would open without a network. */
  pageKept: Promise<void>;
  language: ElementLanguage;
  words: AppWords;
  names: Names;
}

export function inLanguage(app: Omit<App, 'language' | 'words' | 'names'>, language: ElementLanguage): App {
  return { ...app, language, words: wordsIn(language), names: namesIn(language) };
}
