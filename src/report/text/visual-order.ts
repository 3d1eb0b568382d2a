const OPENING = '([{«';
const CLOSING = ')]}»';

/**
 * Returns the characters of a line from left to right. In a line of left-to-right text, runs of right-to-left words are
 * reversed; numbers inside of them are not. It is the part of the Unicode bidirectional algorithm that names and addresses
 * need.
 *
 * @param isRightToLeft - Whether a character stands for a right-to-left word.
 */
export function toVisualOrder(line: string, isRightToLeft: (char: string) => boolean): string {
  const chars = [...line];
  const isNeutral = (char: string) => !/\p{L}/u.test(char) && (char.codePointAt(0) ?? 0) < 0x100000;
  let visual = '';
  for (let at = 0; at < chars.length; ) {
    const end = isRightToLeft(chars[at] ?? '') ? findRunEnd(chars, at, isRightToLeft, isNeutral) : at + 1;
    visual += reverseRun(chars.slice(at, end));
    at = end;
  }
  return visual;
}

/** A run reaches from the first right-to-left word to the last one or number before other letters, with brackets it opens. */
function findRunEnd(
  chars: readonly string[],
  start: number,
  isRightToLeft: (char: string) => boolean,
  isNeutral: (char: string) => boolean,
): number {
  let end = start + 1;
  for (let at = end; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    if (isRightToLeft(char) || /\d/.test(char)) end = at + 1;
    else if (!isNeutral(char)) break;
  }
  const opened = chars.slice(start, end).filter((char) => OPENING.includes(char)).length;
  const closed = chars.slice(start, end).filter((char) => CLOSING.includes(char)).length;
  return opened > closed && CLOSING.includes(chars[end] ?? ' ') ? end + 1 : end;
}

function reverseRun(run: readonly string[]): string {
  if (run.length === 1) return run[0] ?? '';
  const tokens = run.join('').match(/\d+(?:[.,:/-]\d+)*|./gu) ?? [];
  return tokens.reverse().map(mirror).join('');
}

function mirror(token: string): string {
  const [opening, closing] = [OPENING.indexOf(token), CLOSING.indexOf(token)];
  return CLOSING[opening] ?? OPENING[closing] ?? token;
}
