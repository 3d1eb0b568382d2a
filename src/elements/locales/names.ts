import type { DamageType, PartType, WheelName } from '../../domain/enums.ts';
import type { PartOperationName, ReviewReason, SeverityLevel } from '../../domain/repair-estimate.ts';
import { formatsOf } from '../../report/content/formats.ts';
import { wordsOf } from '../../report/locales/messages.ts';
import type { ElementLanguage } from './language.ts';

/** How a language calls the specification's values, and writes numbers. The report uses the same words. */
export interface Names {
  damage(type: DamageType): string;
  part(type: PartType): string;
  wheel(name: WheelName): string;
  severity(level: SeverityLevel): string;
  operation(name: PartOperationName): string;
  reviewReason(reason: ReviewReason): string;
  /** A wheel's condition or material. */
  wheelLabel(label: string): string;
  document(type: string): string;
  /** `50000`, `EUR` → `€500.00`. */
  money(minorUnits: number, currency: string): string;
  /** `0.62` → `62 %`, as the language writes it. */
  percent(share: number): string;
  bytes(count: number): string;
  moment(iso: string): string;
}

export function namesIn(language: ElementLanguage): Names {
  const words = wordsOf(language);
  const { part, money } = formatsOf(language, words, 'UTC');
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  return {
    damage: (type) => words.damageTypes[type],
    part,
    wheel: (name) => words.wheelNames[name],
    severity: (level) => words.severities[level],
    operation: (name) => words.operations[name],
    reviewReason: (reason) => words.reviewReasons[reason],
    wheelLabel: (label) => words.wheelLabels[label] ?? label,
    document: (type) => words.documentTypes[type] ?? type,
    money,
    percent: (share) => share.toLocaleString(locale, { style: 'percent' }),
    bytes: (count) => bytesIn(locale, count),
    moment: (iso) => new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  };
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function bytesIn(locale: string, count: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), UNITS.length - 1);
  const value = count / 1000 ** power;
  const maximumFractionDigits = power === 0 || value >= 100 ? 0 : 1;
  const unit = UNITS[power] ?? 'byte';
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits });
}
