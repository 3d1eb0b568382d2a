import type { ErrorCode } from '../../errors.ts';
import { errorsFr } from './error-messages-fr.ts';
import type { ElementLanguage } from './language.ts';

/** Errors in a person's language, by code. Empty in English: the library's own messages are, and say more. */
export function errorWords(language: ElementLanguage): Partial<Record<ErrorCode, string>> {
  return language === 'fr' ? errorsFr : {};
}
