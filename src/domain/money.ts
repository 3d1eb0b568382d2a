/** Amounts are integers in minor units: cents for EUR, whole yen for JPY. They are formatted only for display. */

/**
 * Converts an amount to minor units.
 *
 * @param currency - ISO 4217 code.
 * @returns An integer: 1999 for 19.99 EUR.
 */
export function toMinorUnits(amount: number, currency: string): number {
  const shifted = amount * 10 ** fractionDigits(currency);
  return Math.round(Number(shifted.toPrecision(15))); // in binary floating point, 1.005 * 100 is less than 100.5
}

/**
 * Converts minor units to an amount.
 *
 * @param currency - ISO 4217 code.
 * @returns 19.99 for 1999 and EUR.
 */
export function toMajorUnits(minorUnits: number, currency: string): number {
  return minorUnits / 10 ** fractionDigits(currency);
}

/**
 * Formats an amount for display.
 *
 * @param currency - ISO 4217 code.
 * @param language - BCP 47 tag: `en`, `fr-CH`.
 */
export function formatMoney(minorUnits: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(toMajorUnits(minorUnits, currency));
}

function fractionDigits(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}
