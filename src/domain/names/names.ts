import type { DamageType, PartType, Viewpoint, WheelName } from '../enums.ts';
import { formatMoney } from '../money.ts';
import type { Damage } from '../records/damage.ts';
import type { PartOperationName, ReviewReason, SeverityLevel } from '../records/repair-estimate.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The languages of the elements, the report and the app. */
export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

export type DamageOnPart = Pick<Damage, 'partType' | 'partOrigin' | 'confirmedAt'>;

/**
 * Names the specification's values in one language and formats figures as that language writes them. The elements and
 * the report use the same names.
 */
export interface Names {
  /** `broken_glass` → `Broken glass`. With the part: `misshape` of a wheel → `Flat tyre`. */
  damage(type: DamageType, part?: PartType): string;
  /** Within a sentence: `scratch` → `scratches`. */
  damages(type: DamageType): string;
  /** `door_back_left` → `Door (rear left)`. */
  part(type: PartType): string;
  /**
   * The part of damages on one part: `Door (rear left)`, or `Door (rear left)?` while nothing but a guess names it.
   *
   * @param damages - At least one, all on the same part.
   */
  damagedPart(damages: readonly DamageOnPart[]): string;
  /** `back_left` → `rear left`. */
  viewpoint(viewpoint: Viewpoint): string;
  /** `wheel_back_left` → `Rear left`. */
  wheel(name: WheelName): string;
  /** `2` → `Moderate`. */
  severity(level: SeverityLevel): string;
  /** `dent_repair` → `Dent repair`. */
  operation(name: PartOperationName): string;
  /** `no_part` → `the part is not identified`. */
  reviewReason(reason: ReviewReason): string;
  /** A wheel's condition or material: `ALU` → `alloy`. Returns an unknown label unchanged. */
  wheelLabel(label: string): string;
  /** `PLATE` → `Number plate`. Returns an unknown type unchanged. */
  document(type: string): string;
  /** `50000`, `EUR` → `€500.00`. */
  money(minorUnits: number, currency: string): string;
  /** `0.62` → `62%`. */
  percent(share: number): string;
  /** `4200000` → `4.2 MB`. */
  bytes(count: number): string;
  /** ISO 8601 → `1 Mar 2026, 09:30`, in the time zone of the device. */
  moment(iso: string): string;
}

/**
 * Returns the names of one language.
 *
 * @example
 * const names = namesIn('fr');
 * names.part('door_back_left'); // 'Portière (arrière gauche)'
 */
export function namesIn(language: Language): Names {
  const vocabulary = language === 'fr' ? fr : en;
  const locale = localeOf(language);
  return {
    damage: (type, part) =>
      type === 'misshape' && part?.startsWith('wheel') ? vocabulary.flatTyre : vocabulary.damageTypes[type],
    damages: (type) => vocabulary.damagePlurals[type],
    part: (type) => namePart(type, vocabulary),
    damagedPart: (damages) => {
      const name = namePart(damages[0]?.partType ?? 'ignore', vocabulary);
      return damages.length > 0 && damages.every(isOnGuessedPart) ? vocabulary.guessed(name) : name;
    },
    viewpoint: (viewpoint) => namePositions(viewpoint.split('_'), vocabulary),
    wheel: (name) => vocabulary.wheelNames[name],
    severity: (level) => vocabulary.severities[level],
    operation: (name) => vocabulary.operations[name],
    reviewReason: (reason) => vocabulary.reviewReasons[reason],
    wheelLabel: (label) => vocabulary.wheelLabels[label] ?? label,
    document: (type) => vocabulary.documentTypes[type] ?? type,
    money: (minorUnits, currency) => formatMoney(minorUnits, currency, locale),
    percent: (share) => share.toLocaleString(locale, { style: 'percent' }),
    bytes: (count) => formatBytes(count, locale),
    moment: (iso) => new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  };
}

function isOnGuessedPart({ partOrigin, confirmedAt }: DamageOnPart): boolean {
  return partOrigin === 'guessed' && confirmedAt === undefined;
}

/** Returns the BCP 47 tag for `Intl`: dates and numbers in English are British. */
export function localeOf(language: Language): string {
  return language === 'fr' ? 'fr-FR' : 'en-GB';
}

function namePart(part: PartType, { partKinds, noPart, positions }: Vocabulary): string {
  const words = part.split('_');
  const kind = words.filter((word) => !(word in positions)).join('_');
  const name = (partKinds as Record<string, string>)[kind];
  if (name === undefined) return noPart;
  const where = namePositions(words, { positions });
  return where === '' ? name : `${name} (${where})`;
}

function namePositions(words: readonly string[], { positions }: Pick<Vocabulary, 'positions'>): string {
  const names: Record<string, string> = positions;
  return words.flatMap((word) => names[word] ?? []).join(' ');
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function formatBytes(count: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), BYTE_UNITS.length - 1);
  const value = count / 1000 ** power;
  const maximumFractionDigits = power === 0 || value >= 100 ? 0 : 1;
  const unit = BYTE_UNITS[power] ?? 'byte';
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits });
}
