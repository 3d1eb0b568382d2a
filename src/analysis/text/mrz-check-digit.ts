/** Computes a check digit (ICAO 9303, part 3): weights 7, 3, 1; A is 10, the filler 0. */
export function computeMrzCheckDigit(text: string): string {
  const weights = [7, 3, 1] as const;
  const total = [...text].reduce(
    (sum, character, index) => sum + characterValue(character) * (weights[index % 3] ?? 0),
    0,
  );
  return String(total % 10);
}

/** Returns whether `given` is the check digit of `text`. An empty field may have a filler instead of 0. */
export function isMrzCheckDigitValid(text: string, given: string): boolean {
  const expected = computeMrzCheckDigit(text);
  return given === expected || (given === '<' && expected === '0');
}

function characterValue(character: string): number {
  if (character >= '0' && character <= '9') return Number(character);
  return character >= 'A' && character <= 'Z' ? character.charCodeAt(0) - 55 : 0;
}
