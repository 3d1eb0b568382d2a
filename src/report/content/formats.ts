import { kindOf } from '../../analysis/estimate/part-kinds.ts';
import type { PartType } from '../../domain/enums.ts';
import { formatMoney } from '../../domain/money.ts';
import type { ReportLanguage, Words } from '../locales/messages.ts';

/** How one report writes dates, amounts and parts. */
export interface Formats {
  moment(iso: string): string;
  money(minorUnits: number, currency: string): string;
  number(value: number): string;
  quantity(of: { value: number; unit: string }): string;
  part(part: PartType): string;
}

/** Other than Latin letters, digits, spaces of any width, and €: see printable.ts. */
const FOREIGN_SIGN = /[^\x20-\xff\u2000-\u202f€]/;

export function formatsOf(language: ReportLanguage, words: Words, timeZone: string): Formats {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const moments = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const numbers = new Intl.NumberFormat(locale);
  return {
    moment: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : moments.format(new Date(iso))),
    money(minorUnits, currency) {
      const amount = formatMoney(minorUnits, currency, locale);
      // A price must name its currency: by its code, where the PDF's fonts lack its sign.
      return FOREIGN_SIGN.test(amount) ? formatMoney(minorUnits, currency, locale, 'code') : amount;
    },
    number: (value) => numbers.format(value),
    quantity: ({ value, unit }) => `${numbers.format(value)} ${unit}`,
    part: (part) => partInWords(part, words),
  };
}

/** `door_back_left` → "Door (rear left)". */
function partInWords(part: PartType, { partKinds, positions, noPart }: Words): string {
  const kind = kindOf(part);
  if (!kind) return noPart;
  const where = part
    .replace(kind, '')
    .split('_')
    .flatMap((word) => positions[word] ?? []);
  return where.length > 0 ? `${partKinds[kind]} (${where.join(' ')})` : partKinds[kind];
}
