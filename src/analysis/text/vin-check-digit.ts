/** Values of the characters and weights of the positions (49 CFR 565.15, annex of ISO 3779). */
export const VIN_CHARACTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const VALUES = '012345678912345678123457923456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;

export const VIN_LENGTH = 17;
/** The position of the check digit. */
export const CHECK_POSITION = 8;

/** Computes the check digit of a VIN: 0 to 9 or X. */
export function computeVinCheckDigit(vin: string): string {
  const total = WEIGHTS.reduce<number>(
    (sum, _, index) => sum + weighVinCharacter(vin[index] ?? '0', index),
    0,
  );
  return '0123456789X'[total % 11] ?? '';
}

/**
 * The result of the VIN check. `not_used`: the 9th character is neither a digit nor X, so the VIN has no check digit.
 *
 * Outside North America and China, a manufacturer may use any character there. `wrong` therefore proves a misreading
 * only if `requiresCheckDigit` is true.
 */
export type CheckDigit = 'right' | 'wrong' | 'not_used';

/** Compares the 9th character of a VIN with its check digit. */
export function checkVin(vin: string): CheckDigit {
  const given = vin[CHECK_POSITION] ?? '';
  if (!/^[0-9X]$/.test(given)) return 'not_used';
  return computeVinCheckDigit(vin) === given ? 'right' : 'wrong';
}

/** Returns whether the check digit is mandatory: in North America (1 to 5, 7F to 70) and China (L). 7A to 7E is New Zealand. */
export function requiresCheckDigit(vin: string): boolean {
  return /^([1-5L]|7[F-Z0-9])/.test(vin);
}

/** Returns what a character adds to the sum whose remainder by 11 is the check digit. */
export function weighVinCharacter(character: string, position: number): number {
  return (WEIGHTS[position] ?? 0) * Number(VALUES[VIN_CHARACTERS.indexOf(character)] ?? 0);
}
