/** Amounts are whole minor units inside (cents of EUR, whole JPY) and become text only where they are shown. */

export function minorUnitsOf(amount: number, currency: string): number {
  const shifted = amount * 10 ** fractionDigits(currency);
  return Math.round(Number(shifted.toPrecision(15))); // in binary, 1.005 times a hundred is a little less than 100.5
}

export function majorUnitsOf(minorUnits: number, currency: string): number {
  return minorUnits / 10 ** fractionDigits(currency);
}

export function formatMoney(
  minorUnits: number,
  currency: string,
  language: string,
  currencyDisplay: 'symbol' | 'code' = 'symbol',
): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
  return format.format(majorUnitsOf(minorUnits, currency));
}

function fractionDigits(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}
