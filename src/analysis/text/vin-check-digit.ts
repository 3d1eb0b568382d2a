/** Values of the signs and weights of the positions: 49 CFR 565.15, ISO 3779's annex. */
const SIGNS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const VALUES = '012345678912345678123457923456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;

export const VIN_LENGTH = 17;
const CHECK_POSITION = 8;

export function vinCheckDigit(vin: string): string {
  const total = WEIGHTS.reduce<number>((sum, weight, index) => sum + weight * worth(vin[index] ?? '0'), 0);
  return '0123456789X'[total % 11] ?? '';
}

/**
 * What the ninth sign says of the others. `not_used`: it is neither a digit nor X, so the maker has none. Outside
 * North America and China a maker may put any sign there, so `wrong` proves nothing unless the VIN `mustHave` one.
 */
export type CheckDigit = 'right' | 'wrong' | 'not_used';

export function checkVin(vin: string): CheckDigit {
  const given = vin[CHECK_POSITION] ?? '';
  if (!/^[0-9X]$/.test(given)) return 'not_used';
  return vinCheckDigit(vin) === given ? 'right' : 'wrong';
}

/** North America (1 to 5) and China (L) require the check digit. */
export function mustHaveCheckDigit(vin: string): boolean {
  return /^[1-5L]/.test(vin);
}

function worth(sign: string): number {
  return Number(VALUES[SIGNS.indexOf(sign)] ?? 0);
}
