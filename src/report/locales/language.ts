import { LANGUAGES, type Language } from '../../domain/names/names.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { Messages } from './messages.ts';

/** The languages a report can be made in. */
export const REPORT_LANGUAGES = LANGUAGES;
export type ReportLanguage = Language;

export function messagesIn(language: ReportLanguage): Messages {
  return language === 'fr' ? fr : en;
}
