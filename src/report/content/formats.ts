import { formatMoney } from '../../domain/money.ts';
import { localeOf } from '../../domain/names/names.ts';
import type { ReportLanguage } from '../locales/language.ts';

/** Formats dates, amounts and numbers for one report. */
export interface Formats {
  dateTime(iso: string): string;
  money(minorUnits: number, currency: string): string;
  number(value: number): string;
  quantity(quantity: { value: number; unit: string }): string;
}

export function createFormats(language: ReportLanguage, timeZone: string): Formats {
  const locale = localeOf(language);
  const dateTimes = new Intl.DateTimeFormat(locale, {
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
    dateTime: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : dateTimes.format(new Date(iso))),
    money: (minorUnits, currency) => formatMoney(minorUnits, currency, locale),
    number: (value) => numbers.format(value),
    quantity: ({ value, unit }) => `${numbers.format(value)} ${unit}`,
  };
}
