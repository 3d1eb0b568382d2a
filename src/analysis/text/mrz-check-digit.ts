/** ICAO 9303, part 3: weights 7, 3, 1; A is 10, the filler 0. */
export function mrzCheckDigit(text: string): string {
  const weights = [7, 3, 1] as const;
  const total = [...text].reduce((sum, sign, index) => sum + worth(sign) * (weights[index % 3] ?? 0), 0);
  return String(total % 10);
}

/** Whether `given` is the check digit of `text`; an empty field may have a filler instead of 0. */
export function isMrzCheckRight(text: string, given: string): boolean {
  const wanted = mrzCheckDigit(text);
  return given === wanted || (given === '<' && wanted === '0');
}

function worth(sign: string): number {
  if (sign >= '0' && sign <= '9') return Number(sign);
  return sign >= 'A' && sign <= 'Z' ? sign.charCodeAt(0) - 55 : 0;
}
