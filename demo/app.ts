import type { Kerbside } from 'kerbside';
import type { Comparisons } from 'kerbside/compare';
import { type ElementLanguage, type InstallPrompt, type Names, namesIn } from 'kerbside/elements';
import type { Reports } from 'kerbside/report';
import type { AppMessages } from './locales/en.ts';
import { messagesIn } from './locales/language.ts';

/** The services and texts that every element of the app gets. A change of language creates a new App. */
export interface App {
  kerbside: Kerbside;
  /** Loads the report code on the first call. */
  reports(): Promise<Reports>;
  /** Loads the code of comparisons on the first call. */
  comparisons(): Promise<Comparisons>;
  /** Resolves when the page can be opened offline. */
  pageCached: Promise<void>;
  /** Returns the browser's offer to install the app, if it has made one. */
  installPrompt(): InstallPrompt | undefined;
  language: ElementLanguage;
  messages: AppMessages;
  names: Names;
}

export function withLanguage(
  app: Omit<App, 'language' | 'messages' | 'names'>,
  language: ElementLanguage,
): App {
  return { ...app, language, messages: messagesIn(language), names: namesIn(language) };
}
