import { type Language, namesIn } from '../names/names.ts';
import type { AnalysisOutcome } from './analysis-outcome.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import type { VerdictTexts } from './texts/verdict-texts.ts';
import type { VehicleSide } from './vehicle-sides.ts';
import { nameUser, type Verdict } from './verdict.ts';

/** How a verdict is said. */
export interface VerdictTextOptions {
  language: Language;
  /**
   * Formats a time.
   *
   * @default `moment` of the names of the language
   */
  formatTime?: ((iso: string) => string) | undefined;
}

/** Returns the outcome in one language: `Nothing found, not checked`. */
export function nameOutcome(outcome: AnalysisOutcome, language: Language): string {
  return textsIn(language).outcomes[outcome];
}

/**
 * Returns what a verdict rests on, as sentences: what the model saw, which sides were not photographed, and who looked.
 * Everything that shows a verdict uses these sentences, so that all say the same.
 *
 * @example
 * describeVerdict(getVerdict(inspection, entities), { language: 'en' });
 * // ['The model saw nothing on 5 photos down to about 20 cm.', 'Three sides were not photographed.', …]
 */
export function describeVerdict(verdict: Verdict, { language, formatTime }: VerdictTextOptions): string[] {
  const texts = textsIn(language);
  const { outcome, photosSearched, photosOfUnknownSide, sidesNotPhotographed, isReanalyzed } = verdict;
  const limitCm = roundUp(verdict.limitCm);
  const search = outcome === 'damaged' ? texts.foundFrom : texts.nothingFound;
  return [
    ...(photosSearched > 0 ? [search(photosSearched, limitCm)] : []),
    ...(isReanalyzed ? [texts.stillLooking] : []),
    ...(sidesNotPhotographed > 0 && hasResult(verdict) ? [texts.notPhotographed(sidesNotPhotographed)] : []),
    ...(photosOfUnknownSide > 0 ? [texts.unknownSide(photosOfUnknownSide)] : []),
    ...describeUsers(verdict, texts, formatTime ?? namesIn(language).moment),
  ];
}

/** Returns what a verdict rests on, for a row of a list: `5 of 8 sides photographed · not checked by a person`. */
export function summarizeVerdict(verdict: Verdict, language: Language): string {
  const texts = textsIn(language);
  const { sidesNotPhotographed, sidesConfirmed, confirmedBy, outcome } = verdict;
  if (!hasResult(verdict)) return '';
  const sides = outcome === 'clean' ? 8 : sidesConfirmed;
  return [
    texts.sidesPhotographed(8 - sidesNotPhotographed),
    sides > 0 ? texts.sidesChecked(sides, texts.and(confirmedBy)) : texts.notChecked,
  ].join(' · ');
}

/** Returns what is known of a side: `Front left: not photographed`. */
export function describeSide(
  { viewpoint, state, limitCm, damages, confirmation }: VehicleSide,
  { language, formatTime = namesIn(language).moment }: VerdictTextOptions,
): string {
  const { side } = textsIn(language);
  const limit = roundUp(limitCm);
  const known = {
    notPhotographed: () => side.notPhotographed,
    photographed: () => side.photographed(limit),
    nothingFound: () => side.nothingFound(limit ?? 0),
    damaged: () => side.damaged(damages.length),
  }[state]();
  const look = confirmation
    ? [side.lookedBy(nameUser(confirmation), formatTime(confirmation.confirmedAt))]
    : [];
  return side.named(namesIn(language).viewpoint(viewpoint), [known, ...look].join('. '));
}

function describeUsers(verdict: Verdict, texts: VerdictTexts, formatTime: (iso: string) => string): string[] {
  const { outcome, sidesConfirmed, confirmedBy, confirmedAt = '', isStatedUndamaged } = verdict;
  const users = texts.and(confirmedBy);
  if (outcome === 'clean')
    return isStatedUndamaged
      ? [texts.statedUndamaged(users, formatTime(confirmedAt))]
      : [texts.lookedAtAll(users, formatTime(confirmedAt))];
  if (sidesConfirmed > 0) return [texts.looked(users, sidesConfirmed)];
  return hasResult(verdict) ? [texts.nobodyLooked] : [];
}

function hasResult({ outcome, photosSearched }: Verdict): boolean {
  return photosSearched > 0 || outcome === 'clean' || outcome === 'damaged';
}

/** A limit is never said smaller than it is. */
function roundUp(limitCm: number | undefined): number | undefined {
  return limitCm === undefined ? undefined : Math.ceil(limitCm);
}

function textsIn(language: Language): VerdictTexts {
  return language === 'fr' ? fr : en;
}
